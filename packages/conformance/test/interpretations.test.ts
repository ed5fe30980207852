import {
  type ConformanceTarget,
  checkConformance,
  type EmulatorConfig,
} from '@messaging-service/conformance';
import { openPoints, Probe, UNKNOWN_KEY, UNKNOWN_UUID } from '@messaging-service/conformance/core';
import { createEmulator } from '@messaging-service/emulator';
import { describe, expect, test } from 'vitest';
import { altering, type Call, delivering, responding, rewriting } from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';
import { everyAccount, everyMessage } from './wrong-services/wrong-service.ts';

const UNDETECTABLE_STATUSES = {
  'statuses.shared_sender_unavailable': 'every shared sender ID would have to be used up',
  'statuses.payload_too_large': 'a live service should not be tested with huge bodies',
  'statuses.service_unavailable': 'an outage of the service cannot be caused from outside',
};

const detectableCodes = openPoints
  .map(({ id }) => id)
  .filter((id) => id.startsWith('statuses.') && !(id in UNDETECTABLE_STATUSES))
  .map((id) => id.replace('statuses.', ''));

/** Options that differ from the emulator's defaults and that calls can detect. */
const OTHERWISE: EmulatorConfig = {
  statuses: Object.fromEntries(detectableCodes.map((code, index) => [code, 430 + index])),
  unknownFields: 'ignore',
  webhooks: {
    timestampUnit: 'milliseconds',
    environment: 'staging',
    sign: 'all',
    retryDelays: [1_000, 1_000, 60_000],
  },
};

/** Checks a service completely, and returns each interpretation or the reason why there is none. */
async function interpretationsOf(target: ConformanceTarget) {
  const { emulator, interpretations } = await checkConformance(target);
  const sentences = interpretations.map(({ id, interpretation, detail }) => [id, interpretation ?? detail]);
  return { emulator, sentences: Object.fromEntries(sentences) as Readonly<Record<string, string>> };
}

/** Detects one interpretation. */
function detect(id: string, target: ConformanceTarget) {
  const point = openPoints.find((one) => one.id === id) ?? expect.unreachable(`no open point ${id}`);
  return point.detect(new Probe(target));
}

describe('a complete check', () => {
  test('of the default emulator detects its defaults, and says what no operation can show', async () => {
    const { emulator, sentences } = await interpretationsOf(emulatedTarget().target);
    expect(emulator).toEqual({
      webhooks: {
        timestampUnit: 'seconds',
        environment: 'emulator',
        retryDelays: [10_000, 30_000, 120_000, 600_000, 1_800_000],
      },
    });
    for (const code of detectableCodes)
      expect(sentences[`statuses.${code}`]).toMatch(/^4\d\d, as in the emulator\.$/);
    expect(sentences).toMatchObject(UNDETECTABLE_STATUSES);
    const others = Object.entries(sentences).filter(([id]) => !id.startsWith('statuses.'));
    expect(Object.fromEntries(others)).toEqual({
      'error-body':
        'It is { error: { code: string, message: string } }, and an unknown key has the code invalid_key, as in the emulator.',
      'batch-spellings': 'Under both, as in the emulator.',
      'plus-in-numbers': 'It is accepted, as in the emulator.',
      'dry-run-response': expect.stringMatching(/^200 with \{ messages: \[\{ /),
      'unknown-fields': 'They are refused (400), as in the emulator.',
      'two-spellings': 'schedule_refill and schedule_reset_to_zero.',
      'repeated-ids': expect.stringMatching(/^No, it is refused: messages\.send returned 409 /),
      'five-minute-lead': 'It is sent immediately, as in the emulator.',
      'timestamp-header': 'The unit is seconds, and the environment is emulator.',
      'signed-kinds': 'No, as in the emulator.',
      'webhook-retries': '10, 30, 120, 600, 1800 seconds.',
      'spending-order': 'Packaged credits, as in the emulator.',
      'unpayable-holds': 'It fails, as in the emulator.',
      'repeated-notifications': 'no operation creates a credit notification',
      'exhausted-pool': 'every shared sender ID would have to be used up',
    });
  });

  test('detects a configuration that equals the options of the service, and that the emulator accepts', async () => {
    const { emulator, sentences } = await interpretationsOf(emulatedTarget(OTHERWISE).target);
    expect(emulator).toEqual(OTHERWISE);
    createEmulator(emulator).close();
    expect(sentences).toMatchObject({
      'statuses.invalid_key': "430; the emulator's default is 400.",
      'unknown-fields': 'They are ignored.',
      'timestamp-header': 'The unit is milliseconds, and the environment is staging.',
      'signed-kinds': 'Yes, if the account has a secret.',
      'webhook-retries': '1, 1, 60 seconds.',
    });
  });
});

const unknownKeyBody = (body: object) => (call: Call) =>
  call.query.get('key') === UNKNOWN_KEY ? Response.json(body, { status: 400 }) : undefined;

const withoutId = ({ body }: Call) => ({ body: body.replace(/,"id":"[^"]+"/, '') });

type Row = readonly [id: string, service: string, target: ConformanceTarget, interpretation: string];

const rows: readonly Row[] = [
  [
    'statuses.invalid_key',
    'redirects',
    responding(({ query }) =>
      query.get('key') === UNKNOWN_KEY ? new Response(null, { status: 302 }) : undefined,
    ),
    "302; the emulator's default is 400.",
  ],
  [
    'statuses.batch_not_found',
    'accepts the request',
    responding(({ operation }) =>
      operation === `GET /batch/${UNKNOWN_UUID}` ? Response.json({}) : undefined,
    ),
    'It is accepted (200); the emulator refuses it as batch_not_found.',
  ],
  [
    'error-body',
    'has another code',
    responding(unknownKeyBody({ error: { code: 'bad_key', message: 'No.' } })),
    'It is { error: { code: string, message: string } }, and an unknown key has the code bad_key, a code that the emulator does not have.',
  ],
  [
    'error-body',
    'has another error body',
    responding(unknownKeyBody({ fault: 'x', codes: [1], more: [] })),
    'It has another form: { fault: string, codes: [number, …], more: [] }.',
  ],
  [
    'error-body',
    'has an error page',
    responding(({ query }) =>
      query.get('key') === UNKNOWN_KEY ? new Response('<p>No.</p>', { status: 400 }) : undefined,
    ),
    'It has another form: no JSON.',
  ],
  [
    'dry-run-response',
    'returns an empty list',
    altering((_, { operation }) => (operation === 'POST /message' ? { messages: [] } : undefined)),
    '200 with { messages: [] }.',
  ],
  [
    'two-spellings',
    'has one of them',
    altering(everyAccount(({ packaged_credits }) => delete packaged_credits.schedule_refill)),
    'schedule_reset_to_zero.',
  ],
  ['repeated-ids', 'does not compare ids', rewriting(withoutId), 'Yes.'],
  [
    'five-minute-lead',
    'schedules it',
    altering(everyMessage((message) => Object.assign(message, { scheduled: true }))),
    'It is scheduled; the emulator sends it immediately.',
  ],
  [
    'webhook-retries',
    'makes an attempt after more than an hour',
    emulatedTarget({ webhooks: { retryDelays: [2_000, 3_600_000] } }).target,
    '2 seconds, and the next attempt is made later than one hour after the first.',
  ],
  [
    'spending-order',
    'spends paid credits first',
    altering(
      everyAccount(({ paid_credits, packaged_credits }) => {
        if (paid_credits.remaining !== 1 || packaged_credits.remaining !== 0) return;
        paid_credits.remaining = 0;
        packaged_credits.remaining = 1;
      }),
    ),
    'Paid credits; the emulator spends packaged credits.',
  ],
  [
    'unpayable-holds',
    'sends on credit',
    altering(everyAccount(({ paid_credits }) => Object.assign(paid_credits, { remaining: -1 }))),
    'It is sent on credit; in the emulator it fails.',
  ],
  [
    'unpayable-holds',
    'sends without credits',
    altering((body, { operation }) => {
      if (/^GET \/batch\/./.test(operation)) body.counts.failed = 0;
    }),
    'It is sent; in the emulator it fails.',
  ],
];

test.each(rows)(
  '%s is detected if the service %s, which no option changes',
  async (id, _, target, sentence) => {
    const { interpretation, config } = await detect(id, target);
    expect({ interpretation, config }).toEqual({ interpretation: sentence, config: undefined });
  },
);

/** A service that processes only the first call of an operation. */
function refusingAfterFirst(operation: string): ConformanceTarget {
  let calls = 0;
  return responding((call) => {
    if (call.operation === operation) calls += 1;
    return call.operation === operation && calls > 1 ? Response.json({}, { status: 400 }) : undefined;
  });
}

test.each<Row>([
  [
    'unknown-fields',
    'refuses ordinary messages',
    refusingAfterFirst('POST /message'),
    'the service refuses the same message without the member',
  ],
  [
    'two-spellings',
    'shows neither name',
    altering((_, { operation }) => (operation === 'GET /account' ? { accounts: [{}] } : undefined)),
    'no account shows it',
  ],
  [
    'timestamp-header',
    'sends no such headers',
    delivering(({ body }) => ({ headers: {}, body })),
    'the headers are missing',
  ],
  [
    'webhook-retries',
    'does not retry',
    emulatedTarget({ webhooks: { retryDelays: [] } }).target,
    'there was no second attempt within an hour',
  ],
  [
    'spending-order',
    'does not use credits',
    altering(
      everyAccount(({ paid_credits, packaged_credits }) => {
        paid_credits.remaining = 1;
        packaged_credits.remaining = 1;
      }),
    ),
    'no credit was spent: the organization may not use credits',
  ],
  [
    'spending-order',
    'does not refill packaged credits',
    altering(everyAccount(({ packaged_credits }) => Object.assign(packaged_credits, { remaining: 0 }))),
    'the packaged credits were not refilled',
  ],
])('%s cannot be detected if the service %s', async (id, _, target, reason) => {
  await expect(detect(id, target)).rejects.toThrow(reason);
});
