import { parseTimestamp } from '@messaging-service/contract';
import type { Transaction } from '../state/transaction.ts';

/** A send is scheduled only when it is more than this far ahead of processing. See SCH-1. */
const LEAD_MS = 5 * 60_000;

/**
 * The instant a send is scheduled for, or undefined when it is sent immediately: without a time, in the past, or not more
 * than five minutes ahead. See SCH-1 and SCH-2.
 */
export function scheduledTime(tx: Transaction, text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : parseTimestamp(text);
  return at !== undefined && at > tx.now + LEAD_MS ? at : undefined;
}
