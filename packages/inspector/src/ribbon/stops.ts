import type { RibbonResponse } from '../api/types.ts';
import { dueText, happenedText } from './words.ts';

/** What the keys stop at. */
type Marked = Partial<Pick<RibbonResponse, 'first' | 'bins' | 'moves' | 'later'>>;

/**
 * The instants at which the arrow keys stop, in order: the ends of bins in which something happened or is due, the beginnings
 * of moves, and the first and the last thing that is known outside the part that was read. What happened last is at the
 * present time, although its bin can end later.
 */
export function stopsOf({ first, bins = [], moves = [], later }: Marked, now: number): readonly number[] {
  const stops = [now, ...moves.map(({ from }) => Date.parse(from))];
  if (first != null) stops.push(Date.parse(first));
  if (later?.at != null) stops.push(Date.parse(later.at));
  for (const bin of bins) {
    const end = Date.parse(bin.to);
    // A bin in which something only continues, such as a wait, is not a stop.
    if (happenedText({ ...bin, waiting: 0, retrying: 0 }) !== '') stops.push(Math.min(end, now));
    if (dueText(bin) !== '') stops.push(end);
  }
  return [...new Set(stops)].toSorted((a, b) => a - b);
}

/** The stop after an instant, or before it; the last one, or the first one. */
export function stopFor(key: string, stops: readonly number[], at: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return stops.find((stop) => stop > at);
    case 'ArrowLeft':
    case 'ArrowDown':
      return stops.findLast((stop) => stop < at);
    case 'Home':
      return stops[0];
    case 'End':
      return stops.at(-1);
    default:
      return undefined;
  }
}
