import {
  type ConformanceTarget,
  checkConformance,
  type EmulatorConfig,
} from '@messaging-service/conformance';
import { createEmulator } from '@messaging-service/emulator';
import { describe, expect, test } from 'vitest';
import { openPoints } from '../src/interpretations/all.ts';
import { REFUSALS } from '../src/interpretations/refusals.ts';
import { Probe } from '../src/probe/probe.ts';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../src/probe/unknown.ts';
import {
  type Alter,
  type AlteredAccount,
  altering,
  type Call,
  delivering,
  responding,
  rewriting,
} from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';

/** Options that differ from the emulator's defaults and that calls can detect. */
const OTHERWISE = {
  statuses: {
    invalid_key: 401,
    insufficient_credits: 403,
    sender_not_owned: 400,
    batch_not_found: 410,
    duplicate_id: 422,
    batch_not_pending: 423,
    multipart_not_allowed: 422,
  },
  unknownFields: 'ignore',
  webhooks: {
    timestampUnit: 'milliseconds',
    environment: 'staging',
    sign: 'all',
    retryDelays: [5_000, 60_000],
  },
} as const;

/** Detects one interpretation. */
function detect(id: string, target: ConformanceTarget) {
  const point = openPoints.find((one) => one.id === id) ?? expect.unreachable(`no open point ${id}`);
  return point.detect(new Probe(target));
}

describe('a complete check', () => {
  test('of the default emulator detects its defaults', async () => {
    const { emulator, interpretations } = await checkConformance(emulatedTarget().target);
    expect(emulator).toEqual({
      webhooks: {
        timestampUnit: 'seconds',
        environment: 'emulator',
        retryDelays: [10_000, 30_000, 120_000, 600_000, 1_800_000],
      },
    });
    for (const { id, interpretation } of interpretations)
      if (id.startsWith('statuses.') && interpretation !== undefined)
        expect(interpretation).toMatch(/^4\d\d, as in the emulator\.$/);
  });

  test('detects a configuration that equals the options of the service, and that the emulator accepts', async () => {
    const { emulator } = await checkConformance(emulatedTarget(OTHERWISE).target);
    expect(emulator).toEqual(OTHERWISE);
    createEmulator(emulator).close();
  });

  test('detects each open point, except those that no operation can show', async () => {
    const { interpretations } = await checkConformance(emulatedTarget().target);
    const unknown = interpretations.filter(({ interpretation }) => interpretation === undefined);
    expect(unknown.map(({ id, detail }) => [id, detail])).toEqual([
      ['statuses.shared_sender_unavailable', 'every shared sender ID would have to be used up'],
      ['statuses.payload_too_large', 'a live service should not be tested with huge bodies'],
      ['statuses.service_unavailable', 'an outage of the service cannot be caused from outside'],
      ['repeated-notifications', 'no operation creates a credit notification'],
      ['exhausted-pool', 'every shared sender ID would have to be used up'],
    ]);
  });
});

describe('the status of a refusal', () => {
  test.each(REFUSALS)('$code is detected for $when', async ({ code }) => {
    const { target } = emulatedTarget({ statuses: { [code]: 418 } });
    const { interpretation, config } = await detect(`statuses.${code}`, target);
    expect(interpretation).toMatch(/^418; the emulator's default is 4\d\d\.$/);
    expect(config).toEqual({ statuses: { [code]: 418 } });
  });

  test('that is not an error status cannot be configured', async () => {
    const redirecting = responding((call) =>
      call.query.get('key') === UNKNOWN_KEY ? new Response(null, { status: 302 }) : undefined,
    );
    expect(await detect('statuses.invalid_key', redirecting)).toEqual({
      interpretation: "302; the emulator's default is 400.",
      config: undefined,
    });
  });

  test('is not detected if the service accepts the request', async () => {
    const accepting = responding(({ operation }) =>
      operation === `GET /batch/${UNKNOWN_UUID}` ? Response.json({}) : undefined,
    );
    expect(await detect('statuses.batch_not_found', accepting)).toEqual({
      interpretation: 'It is accepted (200); the emulator refuses it as batch_not_found.',
    });
  });
});

/** Alters the accounts that GET /account returns. */
function accounts(change: (account: AlteredAccount) => void): Alter {
  return ({ accounts: listed }, { operation }) => {
    if (operation === 'GET /account') listed.forEach(change);
  };
}

/** Alters the messages that POST /message returns. */
function messages(change: (message: Record<string, unknown>) => void): Alter {
  return (body, { operation }) => {
    if (operation === 'POST /message') body.messages.forEach(change);
  };
}

const unknownKeyBody = (body: object) => (call: Call) =>
  call.query.get('key') === UNKNOWN_KEY ? Response.json(body, { status: 400 }) : undefined;

const withoutId = ({ body }: Call) => ({ body: body.replace(/,"id":"[^"]+"/, '') });

interface Row {
  readonly id: string;
  readonly service: string;
  readonly target: ConformanceTarget;
  readonly interpretation: string | RegExp;
  readonly config?: EmulatorConfig;
}

const rows: readonly Row[] = [
  {
    id: 'error-body',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation:
      'It is { error: { code: string, message: string } }, and an unknown key has the code invalid_key, as in the emulator.',
  },
  {
    id: 'error-body',
    service: 'a service with another code',
    target: responding(unknownKeyBody({ error: { code: 'bad_key', message: 'No.' } })),
    interpretation: /has the code bad_key, a code that the emulator does not have\.$/,
  },
  {
    id: 'error-body',
    service: 'a service with another error body',
    target: responding(unknownKeyBody({ fault: 'x', codes: [1], more: [] })),
    interpretation: 'It has another form: { fault: string, codes: [number, …], more: [] }.',
  },
  {
    id: 'error-body',
    service: 'a service with an error page',
    target: responding(({ query }) =>
      query.get('key') === UNKNOWN_KEY ? new Response('<p>No.</p>', { status: 400 }) : undefined,
    ),
    interpretation: 'It has another form: no JSON.',
  },
  {
    id: 'dry-run-response',
    service: 'a service that returns an empty list',
    target: altering((_, { operation }) => (operation === 'POST /message' ? { messages: [] } : undefined)),
    interpretation: '200 with { messages: [] }.',
  },
  {
    id: 'unknown-fields',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'They are refused (400), as in the emulator.',
  },
  {
    id: 'unknown-fields',
    service: 'a service that ignores them',
    target: emulatedTarget({ unknownFields: 'ignore' }).target,
    interpretation: 'They are ignored.',
    config: { unknownFields: 'ignore' },
  },
  {
    id: 'two-spellings',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'schedule_refill and schedule_reset_to_zero.',
  },
  {
    id: 'two-spellings',
    service: 'a service with one of them',
    target: altering(accounts(({ packaged_credits }) => delete packaged_credits.schedule_refill)),
    interpretation: 'schedule_reset_to_zero.',
  },
  {
    id: 'repeated-ids',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: /^No, it is refused: messages\.send returned 409 /,
  },
  {
    id: 'repeated-ids',
    service: 'a service that does not compare ids',
    target: rewriting(withoutId),
    interpretation: 'Yes.',
  },
  {
    id: 'five-minute-lead',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'It is sent immediately, as in the emulator.',
  },
  {
    id: 'five-minute-lead',
    service: 'a service that schedules it',
    target: altering(messages((message) => Object.assign(message, { scheduled: true }))),
    interpretation: 'It is scheduled; the emulator sends it immediately.',
  },
  {
    id: 'timestamp-header',
    service: 'a service with milliseconds and another environment',
    target: emulatedTarget({ webhooks: { timestampUnit: 'milliseconds', environment: 'live' } }).target,
    interpretation: 'The unit is milliseconds, and the environment is live.',
    config: { webhooks: { timestampUnit: 'milliseconds', environment: 'live' } },
  },
  {
    id: 'signed-kinds',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'No, as in the emulator.',
  },
  {
    id: 'signed-kinds',
    service: 'a service that signs receipts',
    target: emulatedTarget({ webhooks: { sign: 'all' } }).target,
    interpretation: 'Yes, if the account has a secret.',
    config: { webhooks: { sign: 'all' } },
  },
  {
    id: 'webhook-retries',
    service: 'a service with delays of its own',
    target: emulatedTarget({ webhooks: { retryDelays: [1_000, 1_000, 3_000, 7_000, 13_000] } }).target,
    interpretation: '1, 1, 3, 7, 13 seconds.',
    config: { webhooks: { retryDelays: [1_000, 1_000, 3_000, 7_000, 13_000] } },
  },
  {
    id: 'webhook-retries',
    service: 'a service with an attempt after more than an hour',
    target: emulatedTarget({ webhooks: { retryDelays: [2_000, 3_600_000] } }).target,
    interpretation: '2 seconds, and the next attempt is made later than one hour after the first.',
  },
  {
    id: 'spending-order',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'Packaged credits, as in the emulator.',
  },
  {
    id: 'spending-order',
    service: 'a service that spends paid credits first',
    target: altering(
      accounts(({ paid_credits, packaged_credits }) => {
        if (paid_credits.remaining !== 1 || packaged_credits.remaining !== 0) return;
        paid_credits.remaining = 0;
        packaged_credits.remaining = 1;
      }),
    ),
    interpretation: 'Paid credits; the emulator spends packaged credits.',
  },
  {
    id: 'unpayable-holds',
    service: 'the emulator',
    target: emulatedTarget().target,
    interpretation: 'It fails, as in the emulator.',
  },
  {
    id: 'unpayable-holds',
    service: 'a service that sends on credit',
    target: altering(accounts(({ paid_credits }) => Object.assign(paid_credits, { remaining: -1 }))),
    interpretation: 'It is sent on credit; in the emulator it fails.',
  },
  {
    id: 'unpayable-holds',
    service: 'a service that sends without credits',
    target: altering((body, { operation }) => {
      if (/^GET \/batch\/./.test(operation)) body.counts.failed = 0;
    }),
    interpretation: 'It is sent; in the emulator it fails.',
  },
];

describe('an interpretation is detected, with the configuration that it needs', () => {
  test.each(rows)('$id of $service', async ({ id, target, interpretation, config }) => {
    const detected = await detect(id, target);
    expect(detected.interpretation).toEqual(
      typeof interpretation === 'string' ? interpretation : expect.stringMatching(interpretation),
    );
    expect(detected.config).toEqual(config);
  });

  test('every open point that calls can show has a row', () => {
    const shown = openPoints.map(({ id }) => id).filter((id) => !id.startsWith('statuses.'));
    const tested = new Set(rows.map(({ id }) => id));
    expect(shown.filter((id) => !tested.has(id))).toEqual(['repeated-notifications', 'exhausted-pool']);
  });
});

/** A service that processes only the first call of an operation. */
function refusingAfterFirst(operation: string): ConformanceTarget {
  let calls = 0;
  return responding((call) => {
    if (call.operation === operation) calls += 1;
    return call.operation === operation && calls > 1 ? Response.json({}, { status: 400 }) : undefined;
  });
}

test.each([
  {
    id: 'unknown-fields',
    service: 'refuses ordinary messages',
    target: refusingAfterFirst('POST /message'),
    reason: 'the service refuses the same message without the member',
  },
  {
    id: 'two-spellings',
    service: 'shows neither name',
    target: altering((_, { operation }) => (operation === 'GET /account' ? { accounts: [{}] } : undefined)),
    reason: 'no account shows it',
  },
  {
    id: 'timestamp-header',
    service: 'sends no such headers',
    target: delivering(({ body }) => ({ headers: {}, body })),
    reason: 'the headers are missing',
  },
  {
    id: 'webhook-retries',
    service: 'does not retry',
    target: emulatedTarget({ webhooks: { retryDelays: [] } }).target,
    reason: 'there was no second attempt within an hour',
  },
  {
    id: 'spending-order',
    service: 'does not use credits',
    target: altering(
      accounts(({ paid_credits, packaged_credits }) => {
        paid_credits.remaining = 1;
        packaged_credits.remaining = 1;
      }),
    ),
    reason: 'no credit was spent: the organization may not use credits',
  },
  {
    id: 'spending-order',
    service: 'does not refill packaged credits',
    target: altering(accounts(({ packaged_credits }) => Object.assign(packaged_credits, { remaining: 0 }))),
    reason: 'the packaged credits were not refilled',
  },
])('$id cannot be detected if the service $service', async ({ id, target, reason }) => {
  await expect(detect(id, target)).rejects.toThrow(reason);
});
