import type { LedgerEntry } from '../domain/state/state.ts';

/** Changes of credits in words. */
const WORDS: Readonly<Record<LedgerEntry['type'], string>> = {
  'credits-held': 'held #',
  'credits-released': 'released #',
  'credits-charged': 'charged #',
  'credits-granted': 'began with #',
  'credits-topped-up': 'top-up of #',
  'paid-credits-reset': 'paid credits reset to zero',
  'packaged-credits-refilled': 'packaged credits refilled',
  'threshold-crossed': 'warning threshold crossed',
};

/** A change of credits in words, such as `charged 3 credits`. */
export function changeText({ type, credits }: LedgerEntry): string {
  return WORDS[type].replace('#', `${credits} ${credits === 1 ? 'credit' : 'credits'}`);
}
