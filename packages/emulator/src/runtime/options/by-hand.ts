import {
  channelSchema,
  messageTextSchema,
  phoneNumberSchema,
  readPhoneNumber,
  senderIdSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { receiptCodeSchema } from './carrier.ts';
import { doc, optional } from './doc.ts';

/** A handset's number in any notation, or an integer, as in inbound webhooks. */
const handsetSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()], { error: handsetSentence }),
    z.transform((number: string | number) => readPhoneNumber(number) ?? String(number)),
  ),
  phoneNumberSchema,
);

function handsetSentence({ input }: { readonly input?: unknown }): string {
  if (input === undefined) return 'is required';
  return 'must be a mobile number with its country code, 7 to 15 digits, such as 447700900123';
}

/** A message from a handset: the body of `POST /inbound`. */
export const inboundSchema = z.strictObject({
  from: doc(handsetSchema, 'Number of the handset, in any notation with its country code.', '447700900123'),
  to: optional(
    senderIdSchema,
    'Sender ID that the handset wrote to. Default: that of the latest message that the handset got.',
    'DEMO',
  ),
  message: doc(messageTextSchema, 'Text of the message.', 'YES'),
  channel: optional(
    channelSchema,
    'Channel that carries the message: `sms` or `rcs`. Default: that of the message it replies to, otherwise `sms`.',
    'sms',
  ),
});

/** The receipt of a message that is delivered by hand. */
export const deliverySchema = z.strictObject({
  code: optional(receiptCodeSchema, 'Receipt code. Default: `00`.', '00'),
  description: description('Successful'),
});

/** The receipt of a message that fails by hand. */
export const failureSchema = z.strictObject({
  code: optional(receiptCodeSchema, 'Receipt code of the failure: any except `00`. Default: `22`.', '22'),
  description: description('No response from the handset'),
});

function description(example: string) {
  return optional(z.string(), 'Description in the receipt. Default: that of the code.', example);
}
