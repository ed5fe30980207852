import { createEmulator } from '@messaging-service/emulator';
import { matchers } from '@messaging-service/emulator/matchers';
import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { strangeOptions, unusualOptions, type Wrong } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const { message, emulator } = await (async () => {
  const created = createEmulator({ now: '2026-01-01T09:00Z' });
  const reply = created.handset('447700900001').reply('Hello', { to: '447700900990' });
  return { message: reply, emulator: created };
})();

type Row = [
  name: string,
  call: (options: never) => unknown,
  valid: object,
  wrong: Readonly<Record<string, Wrong>>,
];

const duration = 'must be a duration: milliseconds, or text such as';
const configuration: Row['3'] = {
  seed: ['one', 'must be a number, not a string'],
  now: ['today', 'must be an instant: ISO 8601 text such as 2026-01-01T09:00Z'],
  clock: ['lunar', 'must be one of "virtual", "system"; got "lunar"'],
  baseUrl: ['x', 'must be an absolute'],
  organization: ['one', 'must be an object, not a string'],
  accounts: [{}, 'must be an array, not an object'],
  sharedSenders: ['A', 'must be an array, not a string'],
  carrier: [null, 'must be an object, not null'],
  webhooks: [[], 'must be an object, not an instance of Array'],
  statuses: [1, 'must be a record'],
  unknownFields: [true, 'must be one of "refuse", "ignore"; got true'],
  journalLimit: ['all', 'must be a number, not a string'],
  requestLimit: [0, 'must be from 1 to 10,000'],
  onWarning: ['console', 'must be a function'],
};
const limits: Row['3'] = {
  timeout: ['soon', duration],
  maxInstants: ['few', 'must be a number, not a string'],
};

const ROWS: Row[] = [
  ['createEmulator', createEmulator, { seed: 7 }, configuration],
  [
    'createEmulatorTest',
    createEmulatorTest,
    { intercept: false },
    { intercept: ['no', 'must be true or false'] },
  ],
  [
    'sandbox',
    emulator.sandbox,
    { seed: 7 },
    { ...configuration, name: [7, 'must be a string, not a number'] },
  ],
  ['messages', emulator.messages, { to: '447700900001' }, { to: [/44/, 'must be a text, a number'] }],
  [
    'webhooks',
    emulator.webhooks,
    { kind: 'inbound-message' },
    { kind: [new Map(), 'must be a text, a number'] },
  ],
  [
    'waitForMessage',
    async (options) => emulator.waitForMessage(options),
    { timeout: 0 },
    { timeout: ['soon', duration], signal: [{}, 'must be an AbortSignal'] },
  ],
  [
    'story',
    async (options) => emulator.story(options),
    { form: 'curl' },
    { form: ['ruby', 'must be one of'] },
  ],
  ['clock.advance', async (options) => emulator.clock.advance('1m', options), { maxInstants: 5 }, limits],
  [
    'clock.advanceTo',
    async (options) => emulator.clock.advanceTo('2027-01-01T00:00Z', options),
    { maxInstants: 500 },
    limits,
  ],
  [
    'handset().reply',
    (options) => emulator.handset('447700900001').reply('Hello', options),
    { to: message.to },
    { channel: ['PIGEON', 'must be one of'] },
  ],
  [
    'toHaveSentMessage',
    (options) => matchers.toHaveSentMessage(emulator, options),
    { body: 'Hello' },
    {
      body: [7, 'must be a text or a regular expression; got 7'],
      to: ['soon', 'must be a number with its country code'],
      from: [447_700_900_990, 'must be a text; got 447700900990'],
      channel: [null, 'must be a text; got null'],
      state: [[], 'must be a text; got an instance of Array'],
    },
  ],
  [
    'toHaveDeliveredWebhook',
    (options) => matchers.toHaveDeliveredWebhook(emulator, options),
    { kind: 'inbound-message' },
    {
      kind: [7, 'must be a text; got 7'],
      url: [new URL('http://a.test'), 'must be a text; got an instance of URL'],
    },
  ],
];

describe.each(ROWS)('%s (EMU-15)', (_name, call, valid, wrong) => {
  test.each(strangeOptions(valid, wrong))('refuses $title as options', async ({ options, says }) => {
    const error: unknown = await (async () => call(options as never))().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    const { message: text } = error as TypeError;
    for (const part of says) expect(text).toContain(part);
  });

  test.each(unusualOptions(valid))('accepts %s', async (_title, options) => {
    const error: unknown = await (async () => call(options as never))().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).not.toBeInstanceOf(TypeError);
  });
});

test('an error shows the beginning of a long value, and that it was cut', async () => {
  const emulator = createEmulator();
  await expect(emulator.clock.advance('x'.repeat(300) as never)).rejects.toThrow(`got "${'x'.repeat(100)}…"`);
});
