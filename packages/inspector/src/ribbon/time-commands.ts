import { dayOf, timeOf } from '../format.ts';
import type { Command } from '../palette/commands.ts';
import type { Route } from '../routing/route.ts';
import { type Period, periodText, select } from './period.ts';
import { askToMove } from './travel.tsx';
import { instantIn, periodTyped } from './typed-time.ts';

const DAY = 86_400_000;

/** What is selected around a time, on each side of it. */
const AROUND = 60_000;

/** The commands for a time that was typed: to move the clock there, and to select what happened or is due then. */
export function timeCommands(typed: string, now: number, route: Route): readonly Command[] {
  const text = typed.trim();
  const selecting = (period: Period): Command => ({
    kind: 'Time',
    name: `Select ${periodText(period, now)}`,
    run: () => select(route, period),
  });
  const moving = (to: number): Command => ({
    kind: 'Clock',
    name: `Move the clock to ${dayOf(to)}, ${timeOf(to)}`,
    run: () => askToMove(to),
  });
  const period = periodTyped(text, now);
  if (period !== undefined) return [selecting(period)];
  const at = instantIn(text, now);
  if (at === undefined) return [];
  const around = selecting({ from: at - AROUND, to: at + AROUND });
  if (at > now) return [moving(at), around];
  // A time of day alone can also be that of tomorrow.
  const next = /^\d/.test(text) && /^[\d:]+$/.test(text) ? [moving(at + DAY)] : [];
  return [around, ...next];
}
