import type { AccountOverview, LedgerPoint, LedgerResponse } from '../api/types.ts';

/** Adds a response that continues an earlier one to it. */
export function continued(before: LedgerResponse | undefined, response: LedgerResponse): LedgerResponse {
  if (before === undefined || !response.isContinued) return response;
  const added = response.points.length + response.marks.length > 0;
  // The same lists again, so that the chart is not drawn again.
  if (!added) return { ...before, cursor: response.cursor, hasMore: response.hasMore };
  return {
    ...response,
    points: [...before.points, ...response.points],
    marks: [...before.marks, ...response.marks],
  };
}

/** Adds a point at the current time to the ledger, which ends at the last change. */
export function withPresent(
  points: readonly LedgerPoint[],
  { paid_credits: paid, packaged_credits: packaged, held_credits: held }: AccountOverview,
  now: number,
  seq: number,
): readonly LedgerPoint[] {
  const last = points.at(-1);
  const at = new Date(Math.max(now, last === undefined ? 0 : Date.parse(last.at))).toISOString();
  if (last === undefined) return [{ seq, at, paid: paid.remaining, packaged: packaged.remaining, held }];
  return at === last.at ? points : [...points, { ...last, at }];
}
