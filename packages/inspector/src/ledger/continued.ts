import type { LedgerResponse } from '../api/types.ts';

/** Adds a response that continues an earlier one to it, without what the emulator no longer keeps. */
export function continued(before: LedgerResponse | undefined, response: LedgerResponse): LedgerResponse {
  if (before === undefined || !response.isContinued) return response;
  const { keptSince } = response;
  const isKept = ({ at }: { readonly at: string }) => keptSince === null || at >= keptSince;
  const added = response.points.length + response.marks.length > 0;
  // The same lists again, so that the chart is not drawn again.
  if (!added && keptSince === before.keptSince) return { ...before, cursor: response.cursor };
  return {
    ...response,
    points: [...before.points.filter(isKept), ...response.points],
    marks: [...before.marks.filter(isKept), ...response.marks],
  };
}
