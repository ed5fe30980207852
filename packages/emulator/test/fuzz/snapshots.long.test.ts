import { isDeepStrictEqual } from 'node:util';
import { messageRequest } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedServer } from '../server-process.ts';
import { mutate, mutation } from './mutation.ts';
import { checkAnswer, fuzzValues, send } from './run.ts';

const server = sharedServer({ config: { webhooks: { timeout: '500ms', retryDelays: [] } } });

/** A server with something of each kind: messages, a scheduled batch, a lock, a notification, deliveries and jobs. */
async function fill(): Promise<void> {
  const callback = 'http://127.0.0.1:9/receipts';
  await server().control('POST /reset', {});
  await server().control('PUT /carrier', { outcome: 'deliver', after: '1h' });
  await server().api('POST /message', messageRequest({ callback, from: { type: 'shared' } }));
  await server().api('POST /message', messageRequest({ callback, to: '447700900801' }));
  const batch = { from: 'DEMO', message: 'later', destinations: ['447700900001'], at: '2026-03-01T12:00Z' };
  await server().api('POST /batch', batch);
  await server().control(`POST /accounts/${server().accountUuid}/notifications`, {
    url: callback,
    threshold_type: 'paid_fixed_number',
    threshold_value: 10,
  });
}

async function takeSnapshot(): Promise<string> {
  return JSON.stringify((await server().control('GET /snapshot')).body);
}

test('a snapshot with a change anywhere is refused as a whole', async () => {
  await fill();
  const original: unknown = JSON.parse(await takeSnapshot());
  const before = await takeSnapshot();
  await fuzzValues(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (mutations) => {
    // The change can remove the snapshot itself.
    const body = JSON.stringify(mutations.reduce(mutate, original) ?? null);
    const request = { method: 'PUT', target: '/_emulator/snapshot', headers: {}, body };
    const answer = await send(server().url, request);
    checkAnswer(request, answer);
    // Some changes replace a value by itself.
    expect(answer.status).toBe(isDeepStrictEqual(JSON.parse(body), original) ? 200 : 400);
    expect(await takeSnapshot()).toBe(before);
  });
});
