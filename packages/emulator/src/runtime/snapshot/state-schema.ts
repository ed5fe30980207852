import {
  CHANNELS,
  cronProblem,
  list,
  messageTextSchema,
  phoneNumberSchema,
  senderIdSchema,
  THRESHOLD_TYPES,
  unsettableWebhookUrlSchema,
  WEBHOOK_SCHEMAS,
  webhookUrlSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { isExactBalance } from '../../domain/rules/credits.ts';
import { isThresholdValue } from '../../domain/rules/thresholds.ts';
import type { LedgerFact } from '../../domain/state/state.ts';
import { DELIVERY_STATES, WEBHOOK_KINDS } from '../../domain/views/webhook-list.ts';
import { fewRules } from '../options/carrier.ts';
import { apiKeySchema, creditsSchema } from '../options/values.ts';
import { decidedBy, origin } from './decided-by-schema.ts';
import { count, counter, instant, isReceiptOf, receipt, uuid } from './values.ts';

const channel = z.enum(CHANNELS);

const organization = z.strictObject({
  uuid,
  name: z.string(),
  apiKey: apiKeySchema,
  creditSystem: z.boolean(),
  credits: z.nullable(creditsSchema),
});

const LEDGER_FACTS = [
  'credits-held',
  'credits-released',
  'credits-charged',
  'credits-granted',
  'credits-topped-up',
  'paid-credits-reset',
  'packaged-credits-refilled',
  'threshold-crossed',
] as const satisfies readonly LedgerFact[];

/** The entry of an hour, into which earlier versions joined the oldest entries of a ledger of more than 110,000. */
const JOINED = 'joined';

const ledgerEntry = z.strictObject({
  seq: counter,
  at: instant,
  type: z.enum([...LEDGER_FACTS, JOINED]),
  credits: z.int(),
  about: z.optional(uuid),
  decidedBy: z.optional(origin),
  paid: z.int(),
  packaged: z.int(),
  held: z.int(),
});

/** A ledger, without the entries that earlier versions have joined: such a ledger begins later. */
const ledger = z.pipe(
  list(ledgerEntry),
  z.transform((entries) =>
    entries.filter((entry): entry is typeof entry & { type: LedgerFact } => entry.type !== JOINED),
  ),
);

/** Debt from which further sends cannot lead to a number that is not exact. */
const LARGEST_DEBT = 4e15;

const account = z
  .strictObject({
    uuid,
    organizationUuid: uuid,
    name: z.string(),
    apiKey: apiKeySchema,
    paid: z.strictObject({
      remaining: z.int().check(z.refine((credits) => credits >= -LARGEST_DEBT, 'is too low')),
      allowNegative: z.boolean(),
      negativeLimit: z.nullable(z.int()),
      resetOnSchedule: z.boolean(),
    }),
    packaged: z.strictObject({
      remaining: creditsSchema,
      refillAmount: creditsSchema,
      refillOnSchedule: z.boolean(),
    }),
    held: creditsSchema,
    mo: z.strictObject({ url: unsettableWebhookUrlSchema, secret: z.string() }),
    schedule: z.nullable(
      z.string().check(
        z.check(({ value, issues }) => {
          const message = cronProblem(value);
          if (message !== undefined) issues.push({ code: 'custom', input: value, message });
        }),
      ),
    ),
    scheduleVersion: counter,
    deleted: z.boolean(),
    ledger,
  })
  .check(
    z.refine(
      ({ paid, packaged }) => isExactBalance(paid.remaining, packaged.remaining, packaged.refillAmount),
      'has more than 2^53 - 1 credits, now or at a refill',
    ),
  );

const message = z
  .strictObject({
    uuid,
    to: phoneNumberSchema,
    state: z.enum(['queued', 'sent', 'delivered', 'failed']),
    sentAt: z.optional(instant),
    channel: z.optional(channel),
    resolvedAt: z.optional(instant),
    receipt: z.optional(receipt),
    decidedBy: z.optional(decidedBy),
  })
  .check(
    z.refine(({ state, sentAt, channel: used, resolvedAt, receipt: report }) => {
      const isSent = sentAt !== undefined;
      if (isSent !== (used !== undefined)) return false;
      if (state === 'queued' || state === 'sent')
        return isSent === (state === 'sent') && resolvedAt === undefined && report === undefined;
      if (resolvedAt === undefined || report === undefined) return false;
      return (isSent || state === 'failed') && isReceiptOf(state === 'delivered', report);
    }, 'has a state that its other members contradict'),
  );

const batch = z
  .strictObject({
    uuid,
    seq: counter,
    accountUuid: uuid,
    from: senderIdSchema,
    body: messageTextSchema,
    units: z.int(),
    channels: z.array(channel).check(z.minLength(1, 'must not be empty')),
    callback: z.optional(webhookUrlSchema),
    queuedAt: instant,
    sendAt: z.optional(instant),
    pending: z.boolean(),
    releasedSeq: z.optional(counter),
    fault: z.optional(z.string()),
    messages: list(message, z.minLength(1, 'must not be empty')),
  })
  .check(
    z.refine(({ units, body }) => units >= 1 && units <= body.length, {
      path: ['units'],
      error: 'must be the number of units that the body takes',
    }),
    z.refine(
      ({ pending, sendAt, messages }) =>
        !pending || (sendAt !== undefined && messages.every(({ state }) => state === 'queued')),
      { path: ['pending'], error: 'must be false for a batch that is not scheduled, or was sent' },
    ),
  );

const received = z.strictObject({ seq: counter, payload: WEBHOOK_SCHEMAS['inbound-message'], at: instant });

const notification = z
  .strictObject({
    uuid,
    accountUuid: uuid,
    url: webhookUrlSchema,
    thresholdType: z.enum(THRESHOLD_TYPES),
    thresholdValue: z.number(),
    armed: z.boolean(),
  })
  .check(
    z.refine(({ thresholdType: type, thresholdValue: value }) => isThresholdValue(type, value), {
      path: ['thresholdValue'],
      error: 'must be from 0 to 1',
    }),
  );

const attempt = z.strictObject({
  at: instant,
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  headers: z.record(z.string(), z.string()),
  byHand: z.optional(z.literal(true)),
});

const delivery = z.strictObject({
  id: uuid,
  seq: counter,
  kind: z.enum(WEBHOOK_KINDS),
  accountUuid: uuid,
  messageUuid: z.optional(uuid),
  copyOf: z.optional(uuid),
  fault: z.optional(z.string()),
  url: webhookUrlSchema,
  body: z.string().check(z.refine(isObjectText, 'must be a JSON object as text')),
  state: z.enum(DELIVERY_STATES),
  attempts: z.array(attempt),
  attemptedSeq: z.optional(counter),
});

function isObjectText(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const latency = z.union([
  instant.check(z.refine((ms) => ms >= 0, 'must not be negative')),
  z
    .strictObject({ min: count, max: count })
    .check(z.refine(({ min, max }) => min <= max, 'must have a "min" that is not above its "max"')),
]);

const code = z.optional(receipt.shape.code);

const numberRule = z.strictObject({
  to: z.string().check(z.regex(/^[\d*]{1,40}$/, 'must be digits, with * for any of them')),
  channel: z.optional(channel),
  outcome: z.enum(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
  code,
  description: z.optional(z.string()),
  afterMs: count,
});

const carrier = z.strictObject({
  outcome: z.enum(['deliver', 'fail', 'hold']),
  code,
  afterMs: latency,
  optOut: z.optional(z.boolean()),
  validityMs: z.optional(count),
  rules: z.array(numberRule).check(...fewRules),
});

/** The form of the state in snapshots and state files. Rules about several entries are in `state-rules.ts`. */
export const storedStateSchema = z.strictObject({
  organizations: list(organization),
  accounts: list(account),
  senderOwners: list(z.tuple([senderIdSchema, uuid])),
  sharedSenders: list(senderIdSchema),
  senderLocks: list(
    z.tuple([
      z.string().check(z.regex(/^\d{3,15}$/, 'must be a number without a plus')),
      list(z.strictObject({ sender: senderIdSchema, accountUuid: uuid })),
    ]),
  ),
  optOuts: z.optional(
    list(
      z.tuple([
        z.string().check(z.regex(/^\d{3,15}$/, 'must be a number without a plus')),
        list(senderIdSchema),
      ]),
    ),
  ),
  batches: list(batch),
  received: list(received),
  notifications: list(notification),
  deliveries: list(delivery),
  carrier,
});
