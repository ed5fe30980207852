import { createEmulator } from '@messaging-service/emulator';
import { api, later, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const LAST = '+275760-09-13T00:00:00.000Z';

test.each(['virtual', 'system'] as const)(
  'with a %s clock, the last date can be reached, not passed, and every call works there (EMU-3)',
  async (clock) => {
    const served = await serve({ clock });
    const { control, api: call, emulator } = served;
    await api.edit(emulator, { schedule: '0 0 1 * *', paid_credits: { schedule_reset_to_zero: false } });
    expect((await control('POST /clock/advance', { by: 8.64e15 })).status).toBe(400);
    await emulator.clock.advanceTo(new Date(8.64e15));
    await api.edit(emulator, { paid_credits: { schedule_reset_to_zero: true } });
    for (const path of [
      '/health',
      '/clock',
      '/messages',
      '/overview',
      '/jobs',
      '/mark',
      '/snapshot',
      '/accounts',
    ])
      expect([path, (await control(`GET ${path}`)).status]).toEqual([path, 200]);
    expect((await control<{ now: string }>('GET /clock')).body.now).toBe(LAST);
    const from = { type: 'custom', value: 'DEMO' };
    const messages = [{ to: '447700900001', from, body: 'Hello', send_at: later(0) }];
    expect((await call('POST /message', { messages })).status).toBe(200);
    for (const beyond of [
      { by: 1 },
      { by: '1d' },
      { by: 8.64e15 },
      { to: '+275760-09-13T00:00:00.001Z' },
      { to: 8.64e15 + 1 },
    ])
      expect([beyond, (await control('POST /clock/advance', beyond)).status]).toEqual([beyond, 400]);
    expect((await control('POST /clock/next', {})).status).toBe(200);
    expect((await control('PUT /snapshot', emulator.snapshot())).status).toBe(200);
  },
);

test('a start beyond the last date is refused (EMU-3)', () => {
  expect(() => createEmulator({ now: 8.64e15 + 1 })).toThrow('must be an instant');
  expect(() => createEmulator({ now: -8.64e15 - 1 })).toThrow('must be an instant');
});
