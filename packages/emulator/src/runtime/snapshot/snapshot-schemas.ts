import {
  channelsSchema,
  cronProblem,
  integerSchema,
  phoneNumberSchema,
  THRESHOLD_TYPES,
  unsettableWebhookUrlSchema,
  WEBHOOK_SCHEMAS,
  webhookUrlSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { LAST_INSTANT } from '../time/instant.ts';
import { twice } from './read-state.ts';
import { SNAPSHOT_VERSION } from './snapshot.ts';

const countSchema = integerSchema.check(z.refine((count) => count >= 0, 'must not be negative'));
const instantSchema = integerSchema.check(
  z.refine(
    (at) => Math.abs(at) <= LAST_INSTANT,
    'must be an instant: milliseconds since the epoch, at most the last possible date, in 275760',
  ),
);
const uuidSchema = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in lower case'),
  );
const apiKeySchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case'));
const wordSchema = integerSchema.check(
  z.refine((word) => Object.is(word | 0, word), 'must be a whole number of 32 bits'),
);
const latencySchema = z.union([
  countSchema,
  z
    .strictObject({ min: countSchema, max: countSchema })
    .check(z.refine(({ min, max }) => min <= max, 'must have a "min" that is not above its "max"')),
]);
const receiptSchema = z.strictObject({ code: z.string(), description: z.string() });

const numberRuleSchema = z.strictObject({
  to: z.string().check(z.regex(/^[\d*]+$/, 'must be a number, or a pattern with * for any digits')),
  channel: z.optional(z.enum(['sms', 'rcs'])),
  outcome: z.enum(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
  code: z.optional(z.string()),
  description: z.optional(z.string()),
  afterMs: countSchema,
});

const jobSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('send-batch'),
    batchUuid: uuidSchema,
    seq: countSchema,
  }),
  z.strictObject({
    kind: z.literal('resolve-messages'),
    messageUuids: z.array(uuidSchema),
    delivered: z.boolean(),
    receipt: receiptSchema,
  }),
  z.strictObject({
    kind: z.literal('attempt-webhook'),
    deliveryId: uuidSchema,
    after: z.optional(countSchema),
  }),
  z.strictObject({ kind: z.literal('run-schedule'), accountUuid: uuidSchema, version: countSchema }),
]);

const messageSchema = z
  .strictObject({
    uuid: uuidSchema,
    to: phoneNumberSchema,
    state: z.enum(['queued', 'sent', 'delivered', 'failed']),
    sent: z.optional(z.strictObject({ at: instantSchema, channel: z.enum(['sms', 'rcs']) })),
    resolved: z.optional(z.strictObject({ at: instantSchema, receipt: receiptSchema })),
  })
  .check(
    z.refine(({ state, sent, resolved }) => {
      if (state === 'queued') return sent === undefined && resolved === undefined;
      if (state === 'sent') return sent !== undefined && resolved === undefined;
      return resolved !== undefined;
    }, 'has a state that its members "sent" and "resolved" contradict'),
  );

const batchFormSchema = z.strictObject({
  uuid: uuidSchema,
  seq: integerSchema.check(z.refine((seq) => seq >= 1, 'must be at least 1')),
  accountUuid: uuidSchema,
  from: z.string(),
  body: z.string(),
  units: countSchema,
  channels: channelsSchema,
  callback: z.optional(webhookUrlSchema),
  queuedAt: instantSchema,
  sendAt: z.optional(instantSchema),
  pending: z.boolean(),
  payable: countSchema,
  messages: z.array(messageSchema),
});

const batchSchema = batchFormSchema.check(({ value, issues }) => {
  const { pending, sendAt, payable, messages } = value;
  const refuse = (path: PropertyKey[], message: string) =>
    issues.push({ code: 'custom', path, message, input: value });
  if (payable > messages.length)
    refuse(['payable'], `must not be greater than ${messages.length}, its messages`);
  const sent = messages.findIndex(({ state }) => state !== 'queued');
  if (pending && sent !== -1)
    refuse(['messages', sent, 'state'], 'must be "queued", because the batch is pending');
  if (pending && sendAt === undefined) refuse(['sendAt'], 'is missing in a pending batch');
});

const replySchema = z.strictObject({
  seq: countSchema,
  payload: WEBHOOK_SCHEMAS['inbound-message'],
  at: instantSchema,
});

const ledgerEntrySchema = z.strictObject({
  seq: countSchema,
  at: instantSchema,
  type: z.enum([
    'credits-held',
    'credits-released',
    'credits-charged',
    'credits-granted',
    'credits-topped-up',
    'paid-credits-reset',
    'packaged-credits-refilled',
    'threshold-crossed',
    'joined',
  ]),
  credits: integerSchema,
  about: z.optional(uuidSchema),
  paid: integerSchema,
  packaged: countSchema,
  held: countSchema,
  count: countSchema,
});

const organizationSchema = z.strictObject({
  uuid: uuidSchema,
  name: z.string(),
  apiKey: apiKeySchema,
  creditSystem: z.boolean(),
  credits: z.nullable(countSchema),
});

const accountSchema = z.strictObject({
  uuid: uuidSchema,
  organizationUuid: uuidSchema,
  name: z.string(),
  apiKey: apiKeySchema,
  paid: z.strictObject({
    remaining: integerSchema,
    allowNegative: z.boolean(),
    negativeLimit: z.nullable(integerSchema),
    resetOnSchedule: z.boolean(),
  }),
  packaged: z.strictObject({
    remaining: countSchema,
    refillAmount: countSchema,
    refillOnSchedule: z.boolean(),
  }),
  held: countSchema,
  mo: z.strictObject({ url: unsettableWebhookUrlSchema, secret: z.string() }),
  schedule: z.nullable(
    z
      .string()
      .check(z.refine((text) => cronProblem(text) === undefined, 'must be a standard cron expression')),
  ),
  scheduleVersion: countSchema,
  deleted: z.boolean(),
  ledger: z.array(ledgerEntrySchema),
});

const deliverySchema = z.strictObject({
  id: uuidSchema,
  seq: countSchema,
  kind: z.enum(['inbound-message', 'delivery-receipt', 'credit-notification']),
  accountUuid: uuidSchema,
  messageUuid: z.optional(uuidSchema),
  url: webhookUrlSchema,
  body: z.string(),
  state: z.enum(['pending', 'succeeded', 'exhausted']),
  attempts: z.array(
    z.strictObject({
      at: instantSchema,
      status: z.nullable(integerSchema),
      error: z.nullable(z.string()),
      headers: z.record(z.string(), z.string()),
    }),
  ),
  attemptedSeq: z.optional(countSchema),
});

const notificationSchema = z.strictObject({
  uuid: uuidSchema,
  accountUuid: uuidSchema,
  url: webhookUrlSchema,
  thresholdType: z.enum(THRESHOLD_TYPES),
  thresholdValue: z.number(),
  armed: z.boolean(),
});

/** A list whose entries differ in a member. */
function listOf<Name extends string | number, Entry extends Readonly<Record<Name, unknown>>>(
  entry: z.ZodMiniType<Entry>,
  key: Name,
) {
  return z.array(entry).check(({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [position, input] of value.entries()) {
      if (seen.has(input[key]))
        issues.push({
          code: 'custom',
          path: [position, key],
          message: twice(String(input[key])),
          input,
        });
      seen.add(input[key]);
    }
  });
}

const stateSchema = z.strictObject({
  organizations: listOf(organizationSchema, 'uuid'),
  accounts: listOf(accountSchema, 'uuid'),
  senderOwners: listOf(z.tuple([z.string(), uuidSchema]), 0),
  sharedSenders: z
    .array(z.string())
    .check(z.refine((senders) => new Set(senders).size === senders.length, 'must not contain one twice')),
  senderLocks: listOf(
    z.tuple([
      z.string().check(z.regex(/^[1-9]\d{6,14}$/, 'must be a number')),
      listOf(z.strictObject({ sender: z.string(), accountUuid: uuidSchema }), 'sender'),
    ]),
    0,
  ),
  batches: listOf(batchSchema, 'uuid'),
  replies: z.array(replySchema),
  notifications: listOf(notificationSchema, 'uuid'),
  deliveries: listOf(deliverySchema, 'id'),
  carrier: z.strictObject({
    outcome: z.enum(['deliver', 'fail', 'hold']),
    code: z.optional(z.string()),
    afterMs: latencySchema,
    rules: z.optional(z.array(numberRuleSchema)),
  }),
});

/** The form of a snapshot. */
export const snapshotSchema = z.strictObject({
  version: z.literal(SNAPSHOT_VERSION, `must be ${SNAPSHOT_VERSION}, the version that this emulator reads`),
  now: instantSchema,
  seq: countSchema,
  resets: z.optional(countSchema),
  ids: z
    .tuple([wordSchema, wordSchema, wordSchema, wordSchema])
    .check(z.refine((words) => words.some((word) => word !== 0), 'must not be all zeros')),
  founded: z.strictObject({ organizationUuid: uuidSchema, accountUuids: z.array(uuidSchema) }),
  agenda: z.array(z.tuple([instantSchema, z.array(jobSchema)])),
  state: stateSchema,
});
