import type { ClockMoveView, RibbonBin } from '../api/types.ts';
import { dayBeside, spanOf, timeOf } from '../format.ts';
import { type Period, periodText } from './period.ts';
import { nearest } from './travel.tsx';
import { bothTexts, dueText, sumOf } from './words.ts';

/** What the user does with the pointer or with Shift and the arrow keys: selects a period, or moves the clock. */
export interface Drag extends Period {
  readonly kind: 'period' | 'clock';
}

/** What the strip knows about an instant. */
interface Around {
  readonly drag: Drag | undefined;
  readonly now: number;
  readonly step: number;
  readonly bins: readonly RibbonBin[];
  /** Moves that can be undone. */
  readonly moves: readonly ClockMoveView[];
  readonly binAt: (at: number) => RibbonBin | undefined;
  readonly targetOf: (at: number) => number;
}

interface Tip {
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

/** What is said at an instant: what happened there, or what happens if the clock is moved there. */
export function tipAt(at: number | undefined, around: Around): Tip | undefined {
  if (at === undefined) return undefined;
  const { drag, now, step, bins, moves, binAt, targetOf } = around;
  const isMoving = drag?.kind === 'clock';
  if (isMoving && at <= now) {
    const found = nearest(moves, at);
    const begun = Date.parse(found?.move.from ?? '') || now;
    return {
      at: begun,
      name: whenText(begun, now),
      text: found ? 'undo back to here' : 'no move to undo',
    };
  }
  if (drag?.kind === 'period') {
    return { at, name: periodText(roundedOut(drag, step), now), text: '' };
  }
  if (at > now) {
    const target = targetOf(at);
    const until = dueText(sumOf(bins.filter((bin) => Date.parse(bin.to) <= target)));
    return {
      at: isMoving ? target : at,
      name: `${whenText(target, now)} (in ${spanOf(target - now)})`,
      text: until === '' ? 'nothing is due until then' : `due until then: ${until}`,
    };
  }
  const bin = binAt(at);
  if (bin === undefined) return { at, name: whenText(at, now), text: '' };
  const covered = { from: Date.parse(bin.from), to: Date.parse(bin.to) };
  return { at, name: periodText(covered, now), text: bothTexts(bin) };
}

/** A drag in either direction as a period of whole steps. */
export function roundedOut({ from, to }: Period, step: number): Period {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { from: Math.floor(first / step) * step, to: Math.ceil(last / step) * step };
}

function whenText(at: number, now: number): string {
  const whole = Math.floor(at / 1_000) * 1_000;
  const day = dayBeside(whole, now);
  return `${day === '' ? '' : `${day}, `}${timeOf(whole)}`;
}
