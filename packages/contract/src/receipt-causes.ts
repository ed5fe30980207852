import { type Cause, causeIn } from './cause.ts';

/**
 * The cause of each outcome that a receipt reports, and what to do about it, by receipt code. The codes from `30` on are not
 * published by the service: its emulator uses them.
 */
export const RECEIPT_CAUSES = {
  '00': { cause: 'The handset received the message.', remedy: 'There is nothing to do.' },
  '1': {
    cause: 'The network accepted the message, but does not know whether it arrived.',
    remedy: 'If it matters, reach the recipient another way.',
  },
  '2': {
    cause: 'A newer message replaced this one in the network.',
    remedy: 'Usually nothing: the newer message takes its place.',
  },
  '22': {
    cause: 'The handset did not respond, for example because it is switched off or out of range.',
    remedy: 'Send the message again later.',
  },
  '30': {
    cause: 'The recipient has opted out of messages of this sender ID.',
    remedy: 'Do not text this number again until its owner sends START.',
  },
  '31': {
    cause: 'The handset supports none of the channels.',
    remedy: 'Add "sms" to the channels of the message.',
  },
  '32': {
    cause: 'No receipt came within the validity of the message.',
    remedy: 'If it still matters, send the message again.',
  },
  '40': { cause: 'No provider accepted the message.', remedy: 'Send the message again later.' },
  '41': {
    cause: 'The account had too few credits when the message was due.',
    remedy: 'Top up the account, and send the message again.',
  },
} as const satisfies Readonly<Record<string, Cause>>;

/** The cause and the remedy of the outcome of a message; for a code that this version does not know, one that says so. */
export function causeOfReceipt(code: string): Cause & { readonly isKnown: boolean } {
  return causeIn(RECEIPT_CAUSES, code, 'receipt code');
}
