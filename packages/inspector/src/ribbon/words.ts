import type { RibbonBin } from '../api/types.ts';
import { count, dayBeside, plural, timeOf } from '../format.ts';

type Counts = Partial<Omit<RibbonBin, 'from' | 'to'>>;

/** What happened, in words; empty when nothing did. */
export function happenedText(counts: Counts): string {
  const { queued = 0, delivered = 0, failed = 0, replies = 0, attempts = 0, failedAttempts = 0 } = counts;
  const { refused = 0, faults = 0, waiting = 0, retrying = 0 } = counts;
  const others = failedAttempts === 0 ? '' : `, ${count(failedAttempts)} of them failed`;
  return joined([
    [queued, plural(queued, 'message')],
    [delivered, `${count(delivered)} delivered`],
    [failed, `${count(failed)} failed`],
    [replies, plural(replies, 'reply', 'replies')],
    [attempts, `${plural(attempts, 'webhook attempt')}${others}`],
    [refused, plural(refused, 'refused request')],
    [faults, `${count(faults)} hit by a fault`],
    [waiting, `${plural(waiting, 'message')} waiting`],
    [retrying, `${plural(retrying, 'webhook')} waiting for a retry`],
  ]);
}

/** What is due, in words; empty when nothing is. */
export function dueText({
  dueMessages = 0,
  dueReceipts = 0,
  dueAttempts = 0,
  dueSchedules = 0,
}: Counts): string {
  return joined([
    [dueMessages, plural(dueMessages, 'message')],
    [dueReceipts, plural(dueReceipts, 'receipt')],
    [dueAttempts, plural(dueAttempts, 'webhook attempt')],
    [dueSchedules, plural(dueSchedules, 'account schedule')],
  ]);
}

/** What happened and what is due, in words; empty when nothing is. */
export function bothTexts(counts: Counts): string {
  const due = dueText(counts);
  return [happenedText(counts), due && `due: ${due}`].filter(Boolean).join('; ');
}

/** What is due after the part that is shown. */
export function laterText(jobs: number, at: string, now: number): string {
  const day = dayBeside(at, now);
  return `${count(jobs)} later, ${day === '' ? '' : `${day} `}${timeOf(at).slice(0, 5)}`;
}

/** Whether something happens in a bin, or is due. Otherwise it only contains what lasts. */
export function hasMark(bin: RibbonBin): boolean {
  const { from: _, to: __, waiting: ___, retrying: ____, schedules: _____, ...marks } = bin;
  return Object.keys(marks).length > 0;
}

/** The sum of what is in several bins. */
export function sumOf(bins: readonly RibbonBin[]): Counts {
  const sum: Record<string, number> = {};
  for (const { from: _, to: __, ...counts } of bins)
    for (const [kind, number] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + (number ?? 0);
  return sum;
}

function joined(parts: readonly (readonly [number: number, text: string])[]): string {
  return parts.flatMap(([number, text]) => (number > 0 ? [text] : [])).join(', ');
}
