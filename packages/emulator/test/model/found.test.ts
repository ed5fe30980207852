import { describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../src/index.ts';
import { chosenId, HOOKS } from './scenario.ts';

const NOW = '2026-01-01T00:00Z';
const BATCH = { from: 'DEMO', message: 'Hello', destinations: ['447700900001'] };

async function call({ baseUrl, account, fetch }: Emulator, method: string, path: string, body?: object) {
  const init = { method, body: body === undefined ? null : JSON.stringify(body) };
  const response = await fetch(`${baseUrl}${path}?key=${account.apiKey}`, init);
  expect(response.status).toBe(200);
}

describe('defects that the model has found, in the fewest steps', () => {
  test('a batch with the identifier of a cancelled one is sent at its own time, not at the old one (BAT-7, SCH-4)', async () => {
    const emulator = createEmulator({ now: NOW });
    const uuid = chosenId(1);
    await call(emulator, 'POST', '/batch', { ...BATCH, at: '2026-01-01T00:30Z' });
    await call(emulator, 'POST', '/batch', { ...BATCH, at: '2026-01-01T01:00Z', uuid });
    await call(emulator, 'DELETE', `/batch/${uuid}`);
    await call(emulator, 'POST', '/batch', { ...BATCH, at: '2026-01-02T01:00Z', uuid });
    await emulator.clock.advanceTo('2026-01-03T00:00Z');
    expect(emulator.messages({ batch: uuid })).toMatchObject([{ sentAt: '2026-01-02T01:00:00.000Z' }]);
  });

  test('the next job can be one that a running attempt will plan (EMU-3)', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
    const emulator = createEmulator({
      now: NOW,
      webhooks: { fetch: () => response, retryDelays: ['10s'] },
    });
    await call(emulator, 'POST', '/batch', { ...BATCH, callback: HOOKS });
    const moved = emulator.clock.next();
    respond(new Response(null, { status: 503 }));
    const { now } = await moved;
    expect(now).toEqual(new Date('2026-01-01T00:00:10Z'));
  });
});
