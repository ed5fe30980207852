import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryDedupeStore, createWebhookHandler, signSync, verify, verifySync } from '../src/index.ts';
import { signed } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const REQUEST = signed(BODY);

afterEach(() => {
  vi.useRealTimers();
});

describe('secrets', () => {
  test('are tried one after the other, so that an account can change its own (SIG-3)', async () => {
    const event = await verifyBoth(REQUEST, { secrets: ['new', 'newer', SECRET] });
    expect(event.verified).toBe(true);
  });

  test('are tried on the minified body too', async () => {
    const { body } = signed(JSON.stringify(inboundMessage, null, 2));
    const event = await verifyBoth({ ...REQUEST, body }, { secrets: ['new', SECRET] });
    expect(event.matched).toBe('minified');
  });
});

describe('tolerance', () => {
  test.each([
    [SENT_AT + 300_000, {}],
    [SENT_AT - 300_000, {}],
    [SENT_AT + 10_000, { tolerance: 10 }],
    [SENT_AT - 10_000, { tolerance: 10 }],
    [SENT_AT, { tolerance: 0 }],
    [0, { tolerance: false as const }],
    [SENT_AT * 2, { tolerance: false as const }],
    [SENT_AT * 2, { tolerance: Number.POSITIVE_INFINITY }],
  ])('at %d, %o accepts what was sent (SIG-7)', async (now, options) => {
    expect((await verifyBoth(REQUEST, { now, ...options })).timestamp).toBe(SENT_AT);
  });

  test.each([
    [SENT_AT + 300_001, {}, 'timestamp_too_old'],
    [SENT_AT - 300_001, {}, 'timestamp_too_new'],
    [SENT_AT + 10_001, { tolerance: 10 }, 'timestamp_too_old'],
    [SENT_AT - 1, { tolerance: 0 }, 'timestamp_too_new'],
  ])('at %d, %o refuses it: %s (SIG-7)', async (now, options, code) => {
    await expect(verifyBoth(REQUEST, { now, ...options })).rejects.toMatchObject({ code });
  });

  test('says in the message how far apart the clocks are', async () => {
    await expect(verifyBoth(REQUEST, { now: SENT_AT + 412_000 })).rejects.toThrow('timestamp_too_old: 412 s');
  });

  test.each([
    ['1767259800', SENT_AT],
    ['001767259800', SENT_AT],
    ['1767259800123', SENT_AT + 123],
    ['99999999999', 99_999_999_999_000],
    ['100000000000', 100_000_000_000],
    ['999999999999999', 999_999_999_999_999],
    ['0', 0],
  ])('the header %s is %d ms: seconds or milliseconds, by size (SIG-4)', async (timestamp, expected) => {
    const headers = signSync({ body: BODY, secret: SECRET, environment: 'test', timestamp });
    expect(headers.timestamp).toBe(timestamp);
    const event = await verifyBoth({ body: BODY, headers }, { tolerance: false });
    expect(event.timestamp).toBe(expected);
  });
});

describe('now', () => {
  test('can be a function, called at each verification', async () => {
    const now = vi.fn<() => number>(() => SENT_AT);
    await verify(REQUEST, { secrets: SECRET, now });
    verifySync(REQUEST, { secrets: SECRET, now });
    expect(now).toHaveBeenCalledTimes(2);
  });

  test('defaults to the clock of the machine, read late enough for fake timers', async () => {
    vi.useFakeTimers({ now: SENT_AT, toFake: ['Date'] });
    await expect(verify(REQUEST, { secrets: SECRET })).resolves.toMatchObject({ verified: true });
    vi.setSystemTime(SENT_AT + 301_000);
    await expect(verify(REQUEST, { secrets: SECRET })).rejects.toMatchObject({ code: 'timestamp_too_old' });
  });
});

describe('environment (SIG-6)', () => {
  test.each([
    ['one', 'production'],
    ['several', ['staging', 'production']],
  ])('accepts only %s', async (_title, environment) => {
    expect((await verifyBoth(REQUEST, { environment })).environment).toBe('production');
  });

  test('refuses sandbox traffic in production, though its signature is right', async () => {
    const headers = signSync({ body: BODY, secret: SECRET, environment: 'sandbox', timestamp: 1767259800 });
    await expect(verifyBoth({ body: BODY, headers }, { environment: 'production' })).rejects.toMatchObject({
      code: 'environment_mismatch',
    });
  });

  test('may contain full stops, and still no two requests share a signature', async () => {
    const headers = signSync({ body: BODY, secret: SECRET, environment: 'a.b', timestamp: 1767259800 });
    expect((await verifyBoth({ body: BODY, headers })).environment).toBe('a.b');
    for (const environment of ['a', 'b', '.a.b', 'a.b.1767259800']) {
      await expect(verifyBoth({ body: BODY, headers: { ...headers, environment } })).rejects.toMatchObject({
        code: 'signature_mismatch',
      });
    }
  });
});

describe('the error of an option names the option, the accepted values and the value that was passed', () => {
  const verifying = (options: object) => () => verifySync(REQUEST, { secrets: SECRET, ...options });
  const signing = (input: object) => () =>
    signSync({ body: BODY, secret: SECRET, environment: 'test', ...input });
  const handling = (options: object) => () => createWebhookHandler({ secrets: SECRET, on: {}, ...options });
  const storing = (options: object) => () => createMemoryDedupeStore(options);

  test.each([
    [verifying({ tolerance: '300' }), 'tolerance must be a number of seconds or false; got "300"'],
    [verifying({ tolerance: Number.NaN }), 'tolerance must be a number of seconds or false; got NaN'],
    [verifying({ tolerance: null }), 'tolerance must be a number of seconds or false; got an object'],
    [verifying({ now: () => undefined }), 'now must be a number of milliseconds; got undefined'],
    [verifying({ environment: '' }), 'environment must be one or more strings, not empty; got ""'],
    [
      signing({ environment: ' padded ' }),
      'environment must be printable ASCII without spaces at its ends, and not empty; got " padded "',
    ],
    [signing({ timestamp: 1.5 }), 'timestamp must be 1 to 15 digits; got 1.5'],
    [handling({ storeTimeout: 9 }), 'storeTimeout must be more than 0 and at most 5 seconds; got 9'],
    [
      handling({ policy: { inboundMessage: 'unsigned' } }),
      'policy.inboundMessage must be signed-only or accept-unsigned; got "unsigned"',
    ],
    [
      handling({ on: { inbound: () => undefined } }),
      'on.inbound does not exist; the kinds are inboundMessage, deliveryReceipt, creditNotification, unknown',
    ],
    [handling({ on: { inboundMessage: 'save it' } }), 'on.inboundMessage must be a function; got "save it"'],
    [handling({ dedupe: true }), 'dedupe must be a dedupe store or false; got true'],
    [storing({ lifetime: 60 }), 'lifetime must be at least 3600 seconds; got 60'],
    [storing({ lease: 0 }), 'lease must be more than 0 seconds and at most the lifetime; got 0'],
    [storing({ maxKeys: 0 }), 'maxKeys must be at least 1; got 0'],
  ])('%o: %s', (act, message) => {
    expect(act).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        message: expect.stringContaining(`invalid_options: ${message}. Correct the option`) as string,
      }) as Error,
    );
  });
});
