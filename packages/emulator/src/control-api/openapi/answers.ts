import { inboundMessageSchema, receiptInfoSchema, uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { OBJECT_KINDS } from '../related/objects.ts';
import { INSTANT_FORMAT } from './formats.ts';

/** An instant as responses contain it. */
const at = z.string().check(z.describe(INSTANT_FORMAT));
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);
const next = orNull(z.string()).check(z.describe('The cursor of the next page; null on the last one.'));
const total = z
  .optional(z.int())
  .check(z.describe('How many match; present when the query has an `offset`.'));
const position = z
  .optional(orNull(z.int()))
  .check(z.describe('Index of the row that `locate` names; null when the list does not contain it.'));
const mode = z.enum(['virtual', 'system']);
const apiKey = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const messageState = z.enum(['scheduled', 'queued', 'sent', 'delivered', 'failed']);
const webhookKind = z.enum(['inbound-message', 'delivery-receipt', 'credit-notification']);

/** An empty object. */
export const emptyAnswer = z.strictObject({});

/** The current time and the mode of the clock. */
export const clockAnswer = z.strictObject({ now: at, mode });

/** The advance that is running. */
export const runningAnswer = z.strictObject({
  advance: orNull(
    z.strictObject({
      from: at,
      now: at,
      to: orNull(at).check(z.describe('Where it ends; null while this is not known.')),
      instants: z.int().check(z.describe('Number of instants that it has visited so far.')),
      waitingFor: z
        .array(z.string())
        .check(z.describe('The followers that it waits for, each with what it waits for.')),
    }),
  ).check(z.describe('The advance that is running; null when there is none.')),
});

/** An application that has joined. */
export const followerAnswer = z.strictObject({ id: z.string(), now: at, mode });

/** The applications that follow the clock. */
export const followersAnswer = z.strictObject({
  followers: z.array(
    z.strictObject({ id: z.string(), name: z.optional(z.string()), nextTimerAt: z.nullable(at) }),
  ),
});

const named = {
  name: z.string().check(z.describe('The follower, or the place in its code: file and line.')),
  ms: z.number().check(z.describe('Real time that it took, in milliseconds.')),
};
const costs = z.array(
  z.strictObject({
    kind: z.enum(['timer', 'connection']),
    ...named,
    count: z.int().check(z.describe('How often the clock waited for it.')),
  }),
);

/** The result of a movement of the clock. */
export const movedAnswer = z.strictObject({ now: at, ran: z.int() });

/** The result of an advance, which can be undone. */
export const advancedAnswer = z.strictObject({
  now: at,
  ran: z.int(),
  instants: z.int().check(z.describe('Number of instants that the clock visited.')),
  slowest: orNull(z.strictObject(named)).check(
    z.describe('The follower that took the most real time, in milliseconds; null without followers.'),
  ),
  timers: costs.check(z.describe('The timers of followers that took the most real time, by file and line.')),
  connections: costs.check(
    z.describe('The connections and requests of followers that took the most real time.'),
  ),
  move: z
    .optional(orNull(z.string()))
    .check(z.describe('With `undoable`: identifies the move; null when the state is too large to be kept.')),
});

const happened = z.strictObject({
  queued: z.int().check(z.describe('Number of messages that were queued.')),
  sent: z.int().check(z.describe('Number of messages that were handed to the network.')),
  delivered: z.int().check(z.describe('Number of messages that were delivered.')),
  failed: z.int().check(z.describe('Number of messages that failed.')),
  replies: z.int().check(z.describe('Number of messages that handsets wrote.')),
  attempts: z.int().check(z.describe('Number of attempts at webhooks.')),
  facts: z.int().check(z.describe('Number of facts of any type.')),
});

/** The moves that can be undone. */
export const movesAnswer = z.strictObject({
  moves: z.array(
    z.strictObject({
      id: z.string(),
      from: at,
      to: at,
      ran: z.int().check(z.describe('Number of jobs that ran.')),
      did: happened.check(z.describe('Number of events during the move.')),
      since: happened.check(z.describe('Number of events after the move, which are lost when it is undone.')),
    }),
  ),
});

const failures = z.int().check(z.describe('How many there are.'));

/** The objects that an object is related to. */
export const relatedAnswer = z.strictObject({
  related: z.array(
    z.strictObject({
      kind: z.enum(OBJECT_KINDS),
      objects: z.array(
        z.strictObject({
          id: z.string(),
          text: z.string(),
          at: z.optional(at).check(z.describe('When credits changed, or when a job is due.')),
          accountUuid: z.optional(uuidSchema).check(z.describe('The account of a change of credits.')),
        }),
      ),
      isCut: z.boolean().check(z.describe('Whether there may be more than the ten that are returned.')),
    }),
  ),
});

/** A server and its clock. */
export const healthAnswer = z.strictObject({
  status: z.enum(['ok', 'unhealthy']),
  error: z
    .optional(z.strictObject({ code: z.literal('unavailable'), message: z.string() }))
    .check(z.describe('Why the server cannot keep changes.')),
  now: at,
  mode,
  clock: mode.check(z.describe('An alias of `mode`, for older clients.')),
  instance: z.string().check(z.describe('New at every start of the server.')),
  version: z.string(),
  startedAt: at.check(z.describe('When the server started, in real time.')),
});

/** An organization and its key. */
export const organizationAnswer = z.strictObject({ identifier: uuidSchema, apiKey });

const account = z.strictObject({ identifier: uuidSchema, apiKey, senders: z.array(z.string()) });

const credentials = {
  organization: organizationAnswer,
  account: orNull(account).check(z.describe('The first of `accounts`; null if there is none.')),
  accounts: z.array(account),
  sharedSenders: z.array(z.string()),
};

/** Keys and sender IDs that exist from the start. */
export const credentialsAnswer = z.strictObject(credentials);

/** A sandbox. */
export const sandboxAnswer = z.strictObject({
  id: z.string(),
  name: z.string(),
  controlUrl: z.string().check(z.describe('The address of its control API.')),
  ...credentials,
  now: at,
  mode,
  clock: mode.check(z.describe('An alias of `mode`, for older clients.')),
});

const message = {
  messageUuid: uuidSchema,
  batchUuid: uuidSchema,
  accountUuid: uuidSchema,
  to: z.string().check(z.describe('The destination as requested.')),
  from: z.string().check(z.describe('The sender ID that the handset sees.')),
  body: z.string(),
  units: z.int(),
  channel: orNull(z.string()),
  state: messageState,
  queuedAt: at,
  sendAt: orNull(at),
  sentAt: orNull(at),
  resolvedAt: orNull(at),
  receipt: orNull(receiptInfoSchema),
  callback: orNull(z.string()),
};

/** A message. */
export const messageAnswer = z.strictObject(message);

/** A page of messages. */
export const messagesAnswer = z.strictObject({ messages: z.array(messageAnswer), next, total, position });

/** A message that was waited for. */
export const awaitedAnswer = z.strictObject({
  ...message,
  match: orNull(z.array(orNull(z.string()))).check(
    z.describe('The text that `pattern` matches, then its groups; null without a pattern.'),
  ),
  groups: orNull(z.record(z.string(), z.string())).check(
    z.describe('The named groups of `pattern`; null when it has none.'),
  ),
});

const attempt = {
  at,
  status: orNull(z.int()),
  error: orNull(z.string()),
  headers: z.record(z.string(), z.string()),
};

const delivery = {
  id: uuidSchema,
  kind: webhookKind,
  accountUuid: uuidSchema,
  url: z.string(),
  payload: z.unknown(),
  state: z.enum(['pending', 'succeeded', 'exhausted']),
  attempts: z.array(z.strictObject(attempt)),
};

/** A webhook delivery. */
export const deliveryAnswer = z.strictObject(delivery);

/** A webhook delivery with its body, byte for byte, and the responses of the receiver. */
export const wholeDeliveryAnswer = z.strictObject({
  ...delivery,
  attempts: z.array(
    z.strictObject({
      ...attempt,
      tookMs: orNull(z.number()).check(
        z.describe('Real time that the attempt took, in milliseconds; null when it is not known.'),
      ),
      response: orNull(
        z.strictObject({ headers: z.record(z.string(), z.string()), body: z.string(), isCut: z.boolean() }),
      ).check(
        z.describe(
          'The response, with the first 16 KiB of its body; null when there was none, or it is no longer kept.',
        ),
      ),
    }),
  ),
  body: z.string(),
  messageUuid: orNull(z.string()),
  batchUuid: orNull(z.string()),
});

/** A page of webhook deliveries. */
export const deliveriesAnswer = z.strictObject({
  deliveries: z.array(z.strictObject({ ...delivery, text: z.optional(z.nullable(z.string())) })),
  next,
  total,
  position,
});

/** An inbound message, as in its webhook. */
export const inboundAnswer = inboundMessageSchema;

/** A list of faults. */
export const faultsAnswer = z.strictObject({
  faults: z.array(
    z.looseObject({
      id: z.string(),
      hits: z.int().check(z.describe('Calls or webhooks that it has affected.')),
      left: z.int().check(z.describe('Calls or webhooks that it still affects; 0 when it is used up.')),
      operation: z.optional(z.string()),
      method: z.optional(z.string()),
      path: z.optional(z.string()),
      code: z.optional(z.string()),
      status: z.optional(z.int()),
      body: z.optional(z.unknown()),
      headers: z.optional(z.record(z.string(), z.string())),
      delay: z.optional(z.union([z.string(), z.number()])),
      disconnect: z.optional(z.boolean()),
      times: z.optional(z.int()),
      when: z.optional(z.enum(['before', 'after'])),
      webhook: z.optional(webhookKind),
      set: z.optional(z.record(z.string(), z.unknown())),
      remove: z.optional(z.array(z.string())),
    }),
  ),
});

const rows = (name: string, row: z.core.$ZodLooseShape) =>
  z.looseObject({ [name]: z.array(z.looseObject(row)), total: z.int(), position });

/** Lists that the inspector reads. */
export const inspectorAnswers = {
  jobs: z.strictObject({ jobs: z.array(z.looseObject({ id: z.string(), dueAt: at, kind: z.string() })) }),
  overview: z.strictObject({
    failed: z
      .array(z.strictObject({ code: z.string(), description: z.string(), count: failures }))
      .check(z.describe('Messages that failed, by receipt code.')),
    refused: z
      .array(z.strictObject({ status: z.nullable(z.int()), code: z.nullable(z.string()), count: failures }))
      .check(z.describe('Calls that were refused, by error code.')),
    webhooks: z
      .array(z.strictObject({ url: z.string(), status: z.nullable(z.int()), count: failures }))
      .check(z.describe('Webhooks whose latest attempt had no response with status 200, by receiver.')),
    accounts: z
      .array(
        z.strictObject({
          identifier: z.string(),
          name: z.string(),
          credits: z.number().check(z.describe('Credits that the account can still spend.')),
        }),
      )
      .check(z.describe('Accounts with at most 10 credits to spend.')),
    exhausted: z
      .strictObject({ count: failures, numbers: z.array(z.string()) })
      .check(z.describe('Numbers for which every shared sender is locked, and the first three of them.')),
    rates: z
      .array(
        z.strictObject({
          at,
          queued: z.int().check(z.describe('Messages that were queued in this span.')),
          failed: z.int().check(z.describe('Messages that failed in this span.')),
        }),
      )
      .check(z.describe('Equal spans of time up to now, oldest first; none before the first message.')),
  }),
  codes: z.strictObject({ codes: z.array(z.looseObject({ code: z.string(), description: z.string() })) }),
  handsets: rows('handsets', {
    number: z.string(),
    latestAt: at,
    messages: z.int().check(z.describe('Messages in both directions.')),
    text: z.string().check(z.describe('The text of the latest message.')),
    state: z
      .string()
      .check(z.describe('The state of the latest message; `inbound` if the handset wrote it.')),
  }),
  conversation: z.strictObject({
    number: z.string(),
    messages: z.array(messageAnswer),
    inbound: z.array(inboundMessageSchema),
    offset: z.int().check(z.describe('Messages in both directions before this part.')),
    total: z.int().check(z.describe('Messages in both directions.')),
  }),
  accounts: z.strictObject({
    organizations: z.array(z.looseObject({ identifier: uuidSchema, apiKey })),
    accounts: z.array(z.looseObject({ apiKey })),
    sharedSenders: z.array(z.string()),
  }),
  ledger: z.strictObject({
    points: z.array(z.looseObject({ seq: z.int(), at, paid: z.int(), packaged: z.int(), held: z.int() })),
    marks: z.array(z.looseObject({ seq: z.int(), at })),
    keptSince: orNull(at).check(
      z.describe(
        'When the oldest change was made that is kept one by one; null if all are. Earlier ones are joined by hour.',
      ),
    ),
    cursor: z
      .string()
      .check(z.describe('Pass it to the next call to read only what came after this response.')),
    isContinued: z
      .boolean()
      .check(z.describe('Whether points and marks continue the response that had the cursor of the call.')),
  }),
  entries: rows('entries', { seq: z.int(), at, text: z.string() }),
  locks: rows('locks', { number: z.string(), sender: z.string() }),
  timeline: z.strictObject({
    message: messageAnswer,
    steps: z.array(z.looseObject({ at, isPlanned: z.boolean(), kind: z.string() })),
  }),
  batch: z.looseObject({
    batchUuid: uuidSchema,
    accountUuid: uuidSchema,
    pending: z.boolean().check(z.describe('Whether it can be cancelled.')),
    counts: z.strictObject({ total: z.int(), delivered: z.int(), failed: z.int(), open: z.int() }),
  }),
  requests: rows('requests', {
    id: z.int(),
    at,
    method: z.string(),
    url: z.string().check(z.describe('Path and query, with a masked key.')),
    status: orNull(z.int()).check(z.describe('Null for a connection that a fault cut.')),
  }),
  request: z.looseObject({ id: z.int(), at, method: z.string(), url: z.string() }),
  carrier: z.looseObject({ outcome: z.string(), rules: z.array(z.looseObject({ to: z.string() })) }),
};
