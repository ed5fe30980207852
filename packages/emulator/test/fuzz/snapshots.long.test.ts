import { isDeepStrictEqual } from 'node:util';
import { messageRequest, type Served } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutate, mutation } from './mutation.ts';
import { checkAnswer, fuzzValues, send, serveForFuzz } from './run.ts';

/** A server with something of each kind: messages, a scheduled batch, a lock, a notification, deliveries and jobs. */
async function fill({ control, api, accountUuid }: Served): Promise<void> {
  const callback = 'http://127.0.0.1:9/receipts';
  await control('POST /reset', {});
  await control('PUT /carrier', { outcome: 'deliver', after: '1h' });
  await api('POST /message', messageRequest({ callback, from: { type: 'shared' } }));
  await api('POST /message', messageRequest({ callback, to: '447700900801' }));
  const batch = { from: 'DEMO', message: 'later', destinations: ['447700900001'], at: '2026-03-01T12:00Z' };
  await api('POST /batch', batch);
  await control(`POST /accounts/${accountUuid}/notifications`, {
    url: callback,
    threshold_type: 'paid_fixed_number',
    threshold_value: 10,
  });
}

async function takeSnapshot({ control }: Served): Promise<string> {
  return JSON.stringify((await control('GET /snapshot')).body);
}

test('a snapshot with a change anywhere is refused as a whole', async () => {
  const served = await serveForFuzz();
  await fill(served);
  const original: unknown = JSON.parse(await takeSnapshot(served));
  const before = await takeSnapshot(served);
  await fuzzValues(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (mutations) => {
    // The change can remove the snapshot itself.
    const body = JSON.stringify(mutations.reduce(mutate, original) ?? null);
    const request = { method: 'PUT', target: '/_emulator/snapshot', headers: {}, body };
    const answer = await send(served.server.url, request);
    checkAnswer(request, answer);
    // Some changes replace a value by itself.
    expect(answer.status).toBe(isDeepStrictEqual(JSON.parse(body), original) ? 200 : 400);
    expect(await takeSnapshot(served)).toBe(before);
  });
});
