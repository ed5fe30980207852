import { checkConformance } from '@messaging-service/conformance';
import { describe, expect, test } from 'vitest';
import { type Alter, type Altered, behind, idsOf, type Seen, see, violated } from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';

test('a service that queues dry runs is found out by messages far ahead, and nothing is sent', async () => {
  const { emulator, target } = emulatedTarget();
  const deaf = behind({ ...target, dryRunOnly: true }, (url, init) =>
    target.fetch(url.replaceAll(/(isDryrun|dryRun)=true&?/g, ''), init),
  );
  const results = await violated(deaf);
  expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
  expect(emulator.messages()).toEqual([]);
});

describe('a service that queues dry runs has them found out and cancelled', () => {
  /** Asked by somebody who may not send: all dry runs that `isDeaf` names are queued, and answers pass `alter`. */
  async function ask(isDeaf: (seen: Seen) => boolean, alter: Alter) {
    const { emulator, target } = emulatedTarget();
    // The number as people may write it; details show it with the plus, too.
    const to = '+447700900001';
    const deaf = behind({ ...target, to, dryRunOnly: true }, async (url, init) => {
      const seen = see(url, init);
      const asked = isDeaf(seen) ? url.replaceAll(/(isDryrun|dryRun)=true&?/g, '') : url;
      const response = await target.fetch(asked, init);
      if (response.status !== 200) return response;
      const answer = (await response.json()) as Altered;
      return Response.json(alter(answer, seen) ?? answer);
    });
    return { results: await violated(deaf), left: emulator.messages() };
  }

  const listsNothing: Alter = (_, { operation }) =>
    operation === 'GET /batch' ? { batches: [] } : undefined;
  const saysNothing: Alter = (_, { operation }) => (operation.startsWith('POST') ? {} : undefined);

  test('when it lists as pending only what holds credits, and this holds none', async () => {
    const { results, left } = await ask(() => true, listsNothing);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });

  test('when only batches are queued, and are not listed as pending', async () => {
    const { results, left } = await ask(({ operation }) => operation === 'POST /batch', listsNothing);
    expect(idsOf(results)).toEqual(['add-batch.dry-run']);
    expect(left).toEqual([]);
  });

  test('when its answer does not say what it has queued', async () => {
    const { results, left } = await ask(() => true, saysNothing);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });

  test('when it queues those only that are to be sent at once, and says that nothing can be done about them', async () => {
    const isForNow = ({ body }: Seen) => /"send_at":"2026-03-01T0[89]:0[0-4]/.test(body);
    const { results } = await ask(isForNow, () => undefined);
    expect(idsOf(results)).toEqual(['add-message.sent-immediately']);
    expect(results[0]?.detail).toMatch(/^a dry run queued (\S+, \S+); not cancelled: \1;/);
  });
});

test('what somebody else schedules meanwhile is no dry run that was queued, and is left alone', async () => {
  const { emulator, target } = emulatedTarget();
  const busy = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query, body } = see(url, init);
    if (operation === 'POST /message' && query.has('isDryrun')) {
      const theirs = body.replaceAll('447700900001', '447700900002').replace(/,"id":"[^"]+"/, '');
      await target.fetch(url.replaceAll(/(isDryrun|dryRun)=true&?/g, ''), { ...init, body: theirs });
    }
    return target.fetch(url, init);
  });
  expect(await violated(busy)).toEqual([]);
  expect(emulator.messages().length).toBeGreaterThan(0);
});

test('where the pending batches cannot be listed, that is the clause that does not hold, and no dry run is made', async () => {
  const { target } = emulatedTarget();
  const seen: string[] = [];
  const without = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query } = see(url, init);
    seen.push(operation);
    const { accountKey } = target.keys;
    if (operation === 'GET /batch' && query.get('key') === accountKey)
      return new Response('', { status: 503 });
    return target.fetch(url, init);
  });
  expect(idsOf(await violated(without))).toEqual(['pending-batches.list']);
  expect(seen.filter((operation) => operation === 'POST /batch')).toEqual([]);
});

test('where a dry run is refused that should not be, the report says how, once', async () => {
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
