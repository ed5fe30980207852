import type { LedgerResponse } from '../api/types.ts';

/** Adds a response that continues an earlier one to it. */
export function continued(before: LedgerResponse | undefined, response: LedgerResponse): LedgerResponse {
  if (before === undefined || !response.isContinued) return response;
  const added = response.points.length + response.marks.length > 0;
  // The same lists again, so that the chart is not drawn again.
  if (!added) return { ...before, cursor: response.cursor };
  return {
    ...response,
    points: [...before.points, ...response.points],
    marks: [...before.marks, ...response.marks],
  };
}
