import { channelSchema, receiptInfoSchema, uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { MESSAGE_STATES } from '../domain/views/message-list.ts';
import { doc, optional } from '../runtime/options/doc.ts';

/** Values that several examples contain. */
export const EXAMPLES = {
  now: '2026-01-01T09:00:00.000Z',
  later: '2026-01-01T18:00:00.000Z',
  account: '6f2c548e-81e3-435f-bf2c-f5beaa5f01ad',
  organization: '177119d4-8196-4de5-a360-9ab37cbcc17a',
  batch: 'c272913b-c597-4a60-afa7-2c85aca08fcb',
  message: '2152cff3-ca63-456a-b089-77597300b898',
  webhook: 'f338cac0-1dbd-4f50-a63d-eaabe9e94d9a',
  text: 'Your code is 482913',
  handset: '447700900123',
  mark: '3-0',
  sharedSenders: ['447700900980', '447700900981'],
} as const;

/** The content of a webhook, as an example. */
export const EXAMPLE_PAYLOAD = {
  account_uuid: EXAMPLES.account,
  batch_uuid: EXAMPLES.batch,
  message_uuid: EXAMPLES.message,
  mo_uuid: EXAMPLES.webhook,
  channel: 'sms',
  message: 'YES',
  at: EXAMPLES.now,
  from: 447700900123,
  to: 'DEMO',
} as const;

/** An instant in a response. */
export const instant = (meaning: string, example: string = EXAMPLES.now) =>
  doc(z.string(), `${meaning} ISO 8601, GMT, with milliseconds.`, example);

/** An instant in a response, or null. */
export const instantOrNull = (meaning: string, example: string = EXAMPLES.now) =>
  doc(z.nullable(z.string()), `${meaning} ISO 8601, GMT.`, example);

/** Text with a meaning. */
export const text = (meaning: string, example: string) => doc(z.string(), meaning, example);

/** Text or null. */
export const textOrNull = (meaning: string, example: string) => doc(z.nullable(z.string()), meaning, example);

/** A whole number. */
export const count = (meaning: string, example: number) => doc(z.int(), meaning, example);

/** A status of HTTP, or null without a response. */
export const statusOrNull = (meaning: string, example = 200) => doc(z.nullable(z.int()), meaning, example);

/** A value that is true or false. */
export const flag = (meaning: string, example: boolean) => doc(z.boolean(), meaning, example);

/** An object with exactly these members. */
export const object = <Shape extends z.core.$ZodShape>(meaning: string, shape: Shape) =>
  doc(z.strictObject(shape), meaning);

/** A list of objects with exactly these members. */
export const list = <Shape extends z.core.$ZodShape>(meaning: string, shape: Shape) =>
  doc(z.array(z.strictObject(shape)), meaning);

/** A list of objects with these members, and others that only the inspector reads. */
export const openList = <Shape extends z.core.$ZodShape>(meaning: string, shape: Shape) =>
  doc(z.array(z.looseObject(shape)), meaning);

/** A UUID with a meaning. */
export const uuid = (meaning: string, example: string) => doc(uuidSchema, meaning, example);

export const accountUuid = uuid('Account UUID.', EXAMPLES.account);
const messageUuid = uuid('Message UUID.', EXAMPLES.message);
export const batchUuid = uuid('Batch UUID.', EXAMPLES.batch);
export const now = instant('The current time of the emulated service.');
export const mode = doc(
  z.enum(['virtual', 'system']),
  '`virtual`: time only passes when a call moves it. `system`: time follows the clock of the machine.',
  'virtual',
);
export const sharedSenders = doc(
  z.array(z.string()),
  'Shared sender IDs. A number gets a random one of them.',
  EXAMPLES.sharedSenders,
);

/** Members of a page of a list. */
export const page = {
  next: textOrNull('The cursor of the next page; null on the last one.', '100'),
  total: optional(z.int(), 'How many match; present when the query has an `offset`.', 4),
  position: optional(
    z.nullable(z.int()),
    'Index of the row that `locate` names; null when the list does not contain it.',
    3,
  ),
};

/** Members of the part of a list that starts at an offset. */
export const part = {
  total: count('Number of entries of the whole list.', 4),
  position: page.position,
};

/** A message. */
export const messageShape = {
  messageUuid,
  batchUuid,
  accountUuid,
  to: text('The destination as requested.', EXAMPLES.handset),
  from: text('The sender ID that the handset sees.', 'DEMO'),
  body: text('Text of the message.', EXAMPLES.text),
  units: count('Units that the text takes. Each costs one credit.', 1),
  channel: doc(
    z.nullable(channelSchema),
    'Channel that carried the message: `sms` or `rcs`; null before it was sent.',
    'sms',
  ),
  state: doc(z.enum(MESSAGE_STATES), 'State of the message.', 'delivered'),
  queuedAt: instant('When the service accepted the message.'),
  sendAt: instantOrNull('When it is scheduled to be sent; null if it was sent immediately.', EXAMPLES.later),
  sentAt: instantOrNull('When it was handed to the carrier; null before.'),
  resolvedAt: instantOrNull(
    'When the message was delivered or failed; null before.',
    '2026-01-01T09:00:03.000Z',
  ),
  receipt: doc(z.nullable(receiptInfoSchema), 'Delivery receipt; null before there is one.'),
  callback: textOrNull(
    'URL that receives the delivery receipt; null without one.',
    'https://example.com/receipts',
  ),
  fault: optional(
    z.string(),
    'The fault that hit its request, as a sentence; absent without one.',
    'next send fails with 503, after processing',
  ),
};

/** A message. */
export const messageAnswer = z.strictObject(messageShape);
