import { channelSchema, messageTextSchema, senderIdSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { receiptCodeSchema } from './carrier.ts';

/** The receipt of a message whose result code decides. */
export const receiptSchema = z.strictObject({
  code: z.optional(receiptCodeSchema),
  description: z.optional(z.string()),
});

/** The text that a phone sends, with the options of `reply()`. */
export const replySchema = z.strictObject({
  message: messageTextSchema,
  to: z.optional(senderIdSchema),
  channel: z.optional(channelSchema),
});
