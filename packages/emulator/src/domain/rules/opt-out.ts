import type { State } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The words by which recipients usually opt out. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
]);
/** The words by which they take it back. Any other word, such as HELP or INFO, changes nothing. */
const START_WORDS: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'YES']);

/**
 * Remembers that a recipient has opted out of the messages of a sender ID, or takes it back, if the network keeps opt-outs. The
 * word must be the whole message. Case, spaces, punctuation and marks do not matter. EMU-24.
 *
 * @param number - The handset, without a plus.
 */
export function noteOptOut(tx: Transaction, number: string, sender: string, message: string): void {
  if (tx.state.carrier.optOut !== true) return;
  const word = message
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  const isOut = hasOptedOut(tx.state, number, sender);
  if (STOP_WORDS.has(word) && !isOut) tx.record({ type: 'recipient-opted-out', number, sender });
  if (START_WORDS.has(word) && isOut) tx.record({ type: 'recipient-opted-in', number, sender });
}

/** Whether the network refuses messages of a sender ID to a handset, because its user has opted out. EMU-24. */
export function hasOptedOut({ carrier, optOuts }: State, number: string, sender: string): boolean {
  return carrier.optOut === true && (optOuts.get(number)?.includes(sender) ?? false);
}
