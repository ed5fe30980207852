import { addMessageRequestSchema, validate } from '@messaging-service/contract';
import { RequestValidationError } from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';
import { ACCOUNT_UUID, BATCH_UUID, batch, createFullClient, failureOf, message, queued } from './samples.ts';
import { test } from './scripted-service.ts';

type Call = (client: ReturnType<typeof createFullClient>) => Promise<unknown>;

const fail = throwing(new TypeError('no'));

/** Requests the compiler would refuse, as JavaScript can make them. */
const any = (value: unknown) => value as never;

const wrong: readonly (readonly [title: string, paths: readonly string[], call: Call])[] = [
  ['no request', [''], (c) => c.messages.send(any(undefined))],
  ['no messages', ['messages'], (c) => c.messages.send(any({}))],
  ['a message that is null', ['messages.1'], (c) => c.messages.send(any({ messages: [message, null] }))],
  ['a message that is undefined', ['messages.0'], (c) => c.messages.sendOne(any(undefined))],
  [
    'a mistyped send_at, which would send now',
    ['messages.0.sendAt'],
    (c) => c.messages.sendOne(any({ ...message, sendAt: '2030-01-01T09:00Z' })),
  ],
  ['an invalid number', ['messages.0.to'], (c) => c.messages.sendOne({ ...message, to: 'Alice' })],
  [
    'a shared sender with a value',
    ['messages.0.from.value'],
    (c) => c.messages.sendOne(any({ ...message, from: { type: 'shared', value: 'DEMO' } })),
  ],
  [
    'a wrong default, in the message it spoils',
    ['messages.0.callback'],
    (c) => c.messages.send({ messages: [message], defaults: { callback: 'example.com' } }),
  ],
  [
    'a flag beside the messages',
    ['dryRun'],
    (c) => c.messages.send(any({ messages: [message], dryRun: true })),
  ],
  [
    'a dry run that is not true or false',
    ['isDryrun', 'dryRun'],
    (c) => c.messages.sendOne(message, any({ dryRun: 'yes' })),
  ],
  [
    'two spellings of a dry run that differ',
    ['dryRun'],
    (c) => c.messages.sendOne(message, any({ isDryrun: false, dryRun: true })),
  ],
  [
    'a spelling of an identifier that is null',
    ['uuid'],
    (c) => c.batches.send(any({ ...batch, uuid: null, id: BATCH_UUID })),
  ],
  ['no batch', [''], (c) => c.batches.send(any(undefined))],
  ['no destinations', ['destinations'], (c) => c.batches.send({ ...batch, destinations: [] })],
  ['an invalid batch UUID', ['batchUuid'], (c) => c.batches.cancel('..')],
  ['no batch UUID', ['batchUuid'], (c) => c.batches.receipts(any(undefined))],
  ['an invalid account UUID', ['accountUuid'], (c) => c.accounts.deactivate('')],
  ['an account without a name', ['name'], (c) => c.accounts.create({ name: ' ' })],
  ['a predefined cron string', ['schedule'], (c) => c.accounts.update(ACCOUNT_UUID, { schedule: '@hourly' })],
  [
    'a limit that is not a number, which JSON would write as "no limit"',
    ['paid_credits.negative_limit'],
    (c) => c.accounts.update(ACCOUNT_UUID, { paid_credits: { negative_limit: Number.NaN } }),
  ],
  ['a top-up hidden in an update', ['topup'], (c) => c.accounts.update(ACCOUNT_UUID, any({ topup: 400 }))],
  [
    'an invalid path and an invalid body',
    ['accountUuid', 'name'],
    (c) => c.accounts.update('1', any({ name: 'x' })),
  ],
  ['a top-up of nothing', ['topup'], (c) => c.accounts.topUp({ accountUuid: ACCOUNT_UUID, topup: 0 })],
];

describe('a request that is wrong is not sent (MSG-1, BAT-1)', () => {
  test.for(wrong)('%s', async ([, paths, call], { service }) => {
    const error = (await failureOf(call(createFullClient(service.url)))) as RequestValidationError;
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error.issues.map(({ path }) => path)).toEqual(paths);
    expect(error).toMatchObject({ attempts: 0, maybeSent: false });
    for (const { message: words } of error.issues) expect(error.message).toContain(words);
    expect(service.received).toEqual([]);
  });

  test('its issues are those of the service', async ({ service }) => {
    const request = { messages: [{ to: 'x', from: { type: 'fixed' }, body: 1, sendAt: '' }, 3, message] };
    const checked = validate(addMessageRequestSchema, request);
    const error = await failureOf(createFullClient(service.url).messages.send(any(request)));
    expect(error).toMatchObject({ issues: checked.ok ? [] : checked.issues });
  });

  test('the message suggests the field that was probably meant, and calls the whole request the body', async ({
    service,
  }) => {
    const { messages } = createFullClient(service.url);
    await expect(messages.sendOne(any({ ...message, sendAt: '2030-01-01T09:00Z' }))).rejects.toThrow(
      'messages.0.sendAt is not a known field; did you mean "send_at"?',
    );
    await expect(messages.send(any([message]))).rejects.toThrow('the body must be an object, not an array');
  });

  test('many issues make a short message, and all of them are in issues', async ({ service }) => {
    const bad = Array.from({ length: 20 }, () => ({ ...message, to: 'x' }));
    const error = (await failureOf(
      createFullClient(service.url).messages.send({ messages: bad }),
    )) as RequestValidationError;
    expect(error.issues).toHaveLength(20);
    expect(error.message).toMatch(/^POST \/message was not sent: messages\.0\.to .*; and 17 more$/);
  });

  test.for([
    ['messages', (c) => c.messages.send({ messages: Array(1_000_000).fill(message) as never })],
    [
      'destinations',
      (c) => c.batches.send({ ...batch, destinations: Array(1_000_000).fill('447700900123') }),
    ],
  ] as const satisfies [string, Call][])('a million %s', async ([path, call], { service }) => {
    const error = await failureOf(call(createFullClient(service.url)));
    expect(error).toBeInstanceOf(RequestValidationError);
    const words = 'must have at most 100000 items, not 1000000: split it, or use messages.sendMany';
    expect(error).toMatchObject({ issues: [{ path, message: words }] });
    expect(service.received).toEqual([]);
  });

  test.for([
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: '1s' }],
    ['totalTimeout', { totalTimeout: -1 }],
    ['signal', { signal: 'abort' }],
    ['signal', { signal: { aborted: false, addEventListener: 1 } }],
    ['retry', { retry: true }],
    ['retry', { retry: null }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['retry.unsave', { retry: { unsave: true } }],
    ['safeResend', { safeResend: 'yes' }],
    ['dryrun', { dryrun: true }],
    ['details', { details: true }],
    ['hooks', { hooks: {} }],
    ['options', 3],
    ['options', null],
    ['options', 'fast'],
    // What comes without `await`, or in the place of another argument.
    ['options', Promise.resolve({ dryRun: true })],
    ['options', new Map([['dryRun', true]])],
    ['options', AbortSignal.timeout(1000)],
    ['options', new URLSearchParams('dryRun=true')],
    ['options', new Date(0)],
    ['retry', { retry: Promise.resolve({ attempts: 1 }) }],
    ['headers.x-note', { headers: { 'x-note': 'two\nlines' } }],
  ] as const)('the option %s of a call: %j', async ([path, options], { service }) => {
    const error = await failureOf(createFullClient(service.url).messages.sendOne(message, any(options)));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect((error as RequestValidationError).issues.map((issue) => issue.path)).toEqual([path]);
    expect((error as Error).message).not.toContain('JSON');
    expect(service.received).toEqual([]);
  });

  test('a dry run is one however the options have it: nothing is sent by a flag that is not seen (MSG-9)', async ({
    service,
  }) => {
    class Options {
      get dryRun() {
        return true;
      }
    }
    const forms = [
      new Options(),
      Object.create({ dryRun: true }),
      Object.assign(Object.create(null), { dryRun: true }),
    ];
    for (const options of forms as { dryRun: true }[]) {
      service.answer(200, { messages: [queued] });
      const { messages } = createFullClient(service.url);
      await messages.sendOne(message, options);
      service.answer(200, { messages: [queued] });
      for await (const { ok } of messages.sendMany([message], options)) expect(ok).toBe(true);
    }
    expect(service.received).toHaveLength(6);
    for (const { query } of service.received) expect(query).toMatchObject({ isDryrun: 'true' });
  });

  test('options whose getters throw', async ({ service }) => {
    const options = Object.defineProperty({}, 'timeout', { enumerable: true, get: fail });
    const error = await failureOf(createFullClient(service.url).messages.sendOne(message, any(options)));
    expect(error).toBeInstanceOf(RequestValidationError);
  });

  const circular: Record<string, unknown> = { ...message };
  circular.self = circular;
  test.for([
    ['a circular reference', circular],
    ['a BigInt', { ...message, extra: 1n }],
    ['a toJSON that throws', { ...message, extra: { toJSON: fail } }],
    ['a getter that throws', Object.defineProperty({ ...message }, 'extra', { enumerable: true, get: fail })],
    ['a revoked proxy', revoked()],
  ] as const)('%s is a RequestValidationError, strict or not', async ([, hostile], { service }) => {
    service.answer(200, { messages: [queued] });
    for (const unknownFields of ['refuse', 'ignore']) {
      const client = createFullClient(service.url, { unknownFields });
      const error = await failureOf(client.messages.sendOne(any(hostile)));
      expect(error).toBeInstanceOf(RequestValidationError);
    }
    expect(service.received).toEqual([]);
  });
});

describe("unknownFields: 'ignore' (API-6)", () => {
  test('sends an unknown field unchanged, for a newer service', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const client = createFullClient(service.url, { unknownFields: 'ignore' });
    const newer = { ...message, id: BATCH_UUID, priority: 'high' };
    await client.messages.send(any({ messages: [newer] }));
    expect(service.received[0]?.body).toEqual({ messages: [newer] });
  });

  test('does not apply to options: a mistyped dryRun would send', async ({ service }) => {
    const client = createFullClient(service.url, { unknownFields: 'ignore' });
    const error = await failureOf(client.messages.sendOne(message, any({ dryrun: true })));
    expect(error).toMatchObject({ issues: [{ path: 'dryrun' }] });
    expect(service.received).toEqual([]);
  });

  test('still refuses what is wrong', async ({ service }) => {
    const client = createFullClient(service.url, { unknownFields: 'ignore' });
    const error = await failureOf(
      client.batches.send(any({ ...batch, from: '', extra: 1, uuid: BATCH_UUID })),
    );
    expect(error).toMatchObject({ issues: [{ path: 'from' }] });
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
