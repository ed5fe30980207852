import { checkConformance } from '@messaging-service/conformance';
import { describe, expect, test } from 'vitest';
import {
  type Alter,
  type AlteredBody,
  behind,
  type Call,
  callOf,
  idsOf,
  violated,
  withoutDryRun,
} from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';

describe('queued dry runs are found and cancelled', () => {
  /** Tests without permission to send. The service queues the dry runs that `isQueued` selects, and alters responses. */
  async function check(isQueued: (call: Call) => boolean, alter: Alter) {
    const { emulator, target } = emulatedTarget();
    // The number with a plus, as people write it and as details show it.
    const to = '+447700900001';
    const queuing = behind({ ...target, to, dryRunOnly: true }, async (url, init) => {
      const call = callOf(url, init);
      const response = await target.fetch(isQueued(call) ? withoutDryRun(url) : url, init);
      if (response.status !== 200) return response;
      const body = (await response.json()) as AlteredBody;
      return Response.json(alter(body, call) ?? body);
    });
    return { results: await violated(queuing), left: emulator.messages() };
  }

  const noPendingBatches: Alter = (_, { operation }) =>
    operation === 'GET /batch' ? { batches: [] } : undefined;
  const emptyResponse: Alter = (_, { operation }) => (operation.startsWith('POST') ? {} : undefined);

  test('when the list of pending batches does not contain them', async () => {
    const { results, left } = await check(() => true, noPendingBatches);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });

  test('when only batches are queued, and are not listed as pending', async () => {
    const { results, left } = await check(({ operation }) => operation === 'POST /batch', noPendingBatches);
    expect(idsOf(results)).toEqual(['add-batch.dry-run']);
    expect(left).toEqual([]);
  });

  test('when the response does not contain the batch', async () => {
    const { results, left } = await check(() => true, emptyResponse);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });
});

test('a dry run that is queued with another status of success is cancelled', async () => {
  const { emulator, target } = emulatedTarget();
  const queuing = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const response = await target.fetch(withoutDryRun(url), init);
    if (response.status !== 200 || init.method !== 'POST') return response;
    return Response.json(await response.json(), { status: 202 });
  });
  expect(idsOf(await violated(queuing))).toEqual(['dry-run.queues-nothing']);
  expect(emulator.messages()).toEqual([]);
});

test('messages that another client schedules at the same time are not mistaken for dry runs, and are not cancelled', async () => {
  const { emulator, target } = emulatedTarget();
  const busy = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query, body } = callOf(url, init);
    if (operation === 'POST /message' && query.has('isDryrun')) {
      const other = body.replaceAll('447700900001', '447700900002').replace(/,"id":"[^"]+"/, '');
      await target.fetch(withoutDryRun(url), { ...init, body: other });
    }
    return target.fetch(url, init);
  });
  expect(await violated(busy)).toEqual([]);
  expect(emulator.messages().length).toBeGreaterThan(0);
});

test('if pending batches cannot be listed, only that case fails, and no dry run is made', async () => {
  const { target } = emulatedTarget();
  const seen: string[] = [];
  const without = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query } = callOf(url, init);
    seen.push(operation);
    const { accountKey } = target.keys;
    if (operation === 'GET /batch' && query.get('key') === accountKey)
      return new Response('', { status: 503 });
    return target.fetch(url, init);
  });
  expect(idsOf(await violated(without))).toEqual(['pending-batches.list']);
  expect(seen.filter((operation) => operation === 'POST /batch')).toEqual([]);
});

test('if an ordinary dry run is refused, the report contains its response once', async () => {
  const { target } = emulatedTarget();
  const { clauses } = await checkConformance({ ...target, dryRunOnly: true, sender: 'NOTMINE' });
  const details = clauses.flatMap(({ detail = '' }) => (detail.includes('dry run') ? [detail] : []));
  const others = details.filter(
    (detail) => detail !== 'this service cannot make a dry run: see dry-run.queues-nothing',
  );
  expect(details.length).toBeGreaterThan(10);
  expect(others).toEqual([
    expect.stringMatching(/^a dry run of an ordinary message was refused: messages.send returned 403 /),
  ]);
});
