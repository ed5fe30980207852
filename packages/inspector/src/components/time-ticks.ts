import { dayOf, timeOf } from '../format.ts';

/** A place on an axis, with its label. Minor ones are hidden where there is little room. */
export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly isMinor: boolean;
}

/** Distances of round times, in seconds. */
const STEPS = [
  1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000,
  7_776_000, 31_536_000,
];

/** Ticks that are shown at most. */
const MOST = 9;

/** Round times of a period, in milliseconds since the epoch. Midnight is the day. */
export function timeTicks(from: number, to: number): Tick[] {
  const step = 1_000 * (STEPS.find((one) => (to - from) / (1_000 * one) <= MOST) ?? Number.POSITIVE_INFINITY);
  return multiplesIn(from, to, step).map((at) => {
    const time = timeOf(at);
    const day = dayOf(at).replace(/ \d+$/, '');
    const text = time === '00:00:00' ? day : step < 60_000 ? time : time.slice(0, 5);
    return { at, text, isMinor: Math.round(at / step) % 2 !== 0 };
  });
}

/** The multiples of a step between two numbers. */
export function multiplesIn(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}
