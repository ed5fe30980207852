import { createEmulator } from '@messaging-service/emulator';
import { api, numbers, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

test.each(['447700900000', '447700900123', '447700900699', '+447700900350'])(
  '%s delivers, whatever the carrier does by default (EMU-1)',
  async (to) => {
    const emulator = createEmulator({ now: START, carrier: { outcome: 'fail', code: '22' } });
    await api.sendOne(emulator, { to });
    expect(emulator.messages()).toMatchObject([{ state: 'delivered', receipt: { code: '00' } }]);
  },
);

test('700 never gets a receipt (EMU-1)', async ({ emulator }) => {
  const { batchUuid } = await api.sendOne(emulator, { to: '447700900700' });
  await emulator.clock.advance('400d');
  expect(emulator.messages()).toMatchObject([{ state: 'sent' }]);
  expect((await api.receipts(emulator, batchUuid)).counts).toEqual({ total: 1, delivered: 0, failed: 0 });
});

test('702 has opted out (EMU-1, MSG-14)', async ({ emulator }) => {
  await api.sendOne(emulator, { to: '447700900702' });
  expect(emulator.messages()).toMatchObject([
    { state: 'failed', receipt: { code: '30', description: 'The recipient has opted out' } },
  ]);
});

test.each([
  ['447700900801', '1', 'Sent to SME but unable to confirm'],
  ['447700900802', '2', 'replaced at the SMSC'],
  ['447700900809', '9', 'Failed with code 9'],
  ['447700900810', '10', 'Failed with code 10'],
  ['447700900822', '22', 'No response from the SME (e.g. phone switched off)'],
  ['447700900899', '99', 'Failed with code 99'],
])('%s fails with receipt code %s (EMU-1)', async (to, code, description) => {
  const emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { to });
  expect(emulator.messages()).toMatchObject([{ state: 'failed', receipt: { code, description } }]);
});

test('no provider accepts a message to 800 (EMU-1, MSG-14)', async ({ emulator }) => {
  await api.sendOne(emulator, { to: '447700900800', channels: ['rcs', 'sms'] });
  expect(emulator.messages()).toMatchObject([
    {
      state: 'failed',
      sentAt: null,
      receipt: { code: '40', description: 'No provider accepted the message' },
    },
  ]);
});

test.each(['447700900900', '447700900703', '4477009008011', '33612345678'])(
  '%s follows the default of the carrier (EMU-1)',
  async (to) => {
    const failing = createEmulator({ now: START, carrier: { outcome: 'fail', code: '2' } });
    await api.sendOne(failing, { to });
    expect(failing.messages()).toMatchObject([{ state: 'failed', receipt: { code: '2' } }]);
    const emulator = createEmulator({ now: START });
    await api.sendOne(emulator, { to });
    expect(emulator.messages()).toMatchObject([{ state: 'delivered' }]);
  },
);

test('rules come before test numbers, the one in code before those in the list, and the first of these (EMU-1)', async () => {
  const emulator = createEmulator({
    now: START,
    carrier: {
      rule: ({ to }) => (to.endsWith('001') ? { outcome: 'fail', code: 'a1' } : undefined),
      rules: [
        { to: '4477009000*', outcome: 'fail', code: 'b1', description: 'No coverage' },
        { to: '*', outcome: 'fail', code: 'c1' },
      ],
    },
  });
  const destinations = ['447700900001', '+447700900002', '447700900700'];
  await api.sendBatch(emulator, { destinations });
  expect(emulator.messages().map(({ receipt }) => receipt)).toEqual([
    { code: 'a1', description: 'Failed with code a1' },
    { code: 'b1', description: 'No coverage' },
    { code: 'c1', description: 'Failed with code c1' },
  ]);
});

test('receipts take the time that the carrier is configured with, or one of a range for each number (RCP-7)', async () => {
  const emulator = createEmulator({ now: START, carrier: { after: { min: '1s', max: '9s' } } });
  await api.sendBatch(emulator, { destinations: numbers(40) });
  await emulator.clock.advance('1m');
  const delays = emulator
    .messages()
    .map(({ resolvedAt }) => Date.parse(resolvedAt ?? '') - Date.parse(START));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(9_000);
  expect(new Set(delays).size).toBeGreaterThan(20);
});

test.each<[decision: unknown, reason: string]>([
  [{ outcome: 'failed' }, 'outcome must be one of'],
  [{ outcome: 'fail', code: 'EXPIRED' }, 'code must be a receipt code: 1 to 8 hexadecimal digits'],
  [{ outcome: 'fail', delay: '1s' }, 'delay is not a known field'],
  [null, 'it must be an object, not null'],
])(
  'a rule in code that returns %j is reported instead of taken for a failure (EMU-1)',
  async (decision, reason) => {
    const emulator = createEmulator({ carrier: { rule: () => decision as undefined } });
    const sending = api.sendOne(emulator);
    await expect(sending).rejects.toThrow('The decision of carrier.rule is not valid:');
    await expect(sending).rejects.toThrow(reason);
  },
);

test('a test number decides the outcome and the carrier the time, a rule both (RCP-7)', async () => {
  const emulator = createEmulator({
    now: START,
    carrier: { rules: [{ to: '447700900002', outcome: 'fail', code: '5' }] },
  });
  emulator.setCarrier({ outcome: 'fail', code: '1', after: '3s' });
  const destinations = [
    '447700900001',
    '447700900702',
    '447700900822',
    '447700900703',
    '33612345678',
    '447700900002',
  ];
  await api.sendBatch(emulator, { destinations });
  const codes = () => emulator.messages().map(({ receipt }) => receipt?.code);
  expect(codes()).toEqual([undefined, undefined, undefined, undefined, undefined, '5']);
  await emulator.clock.advance(2_999);
  expect(codes()).toEqual([undefined, undefined, undefined, undefined, undefined, '5']);
  await emulator.clock.advance(1);
  expect(codes()).toEqual(['00', '30', '22', '1', '1', '5']);
});

test('a range whose start is above its end is refused (RCP-7)', () => {
  const after = { min: '9s', max: '1s' } as const;
  expect(() => createEmulator({ carrier: { after } })).toThrow(/carrier\.after/);
});
