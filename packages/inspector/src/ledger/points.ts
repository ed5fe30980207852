import type { AccountOverview, LedgerPoint } from '../api/types.ts';

/** Adds a point at the current time to the ledger, which ends at the last entry. */
export function withPresent(
  points: readonly LedgerPoint[],
  { paid_credits: paid, packaged_credits: packaged, held_credits: held }: AccountOverview,
  now: number,
  seq: number,
): readonly LedgerPoint[] {
  const last = points.at(-1);
  const at = new Date(Math.max(now, last === undefined ? 0 : Date.parse(last.at))).toISOString();
  if (last === undefined)
    return [{ seq, number: 1, at, paid: paid.remaining, packaged: packaged.remaining, held }];
  return at === last.at ? points : [...points, { ...last, at }];
}
