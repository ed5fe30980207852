import { styleText } from 'node:util';
import { type Campaign, messageFor } from './campaign.ts';
import { formatCsv } from './csv.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import type { Recipient } from './recipients.ts';

/** A recipient and what became of the message. */
export interface Line {
  readonly recipient: Recipient;
  readonly outcome: Outcome;
  /** Whether this phone does not want more texts. */
  readonly hasStopped: boolean;
}

/** Returns a line for each recipient of the list. */
export async function* linesOf(
  campaign: Campaign,
  recipients: AsyncIterable<Recipient> | Iterable<Recipient>,
  outcomes: Outcomes,
): AsyncGenerator<Line> {
  for await (const recipient of recipients) {
    const outcome = outcomes.of(messageFor(campaign, recipient).id);
    yield { recipient, outcome, hasStopped: outcomes.hasStopped(recipient.phone) };
  }
}

/** Writes the lines as CSV, with a header. */
export async function* toCsv(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  yield formatCsv([['reference', 'phone', 'outcome', 'code', 'description', 'stopped']]);
  for await (const { recipient, outcome, hasStopped } of lines) {
    const { code, description } = { code: '', description: '', ...outcome };
    const stopped = hasStopped ? 'yes' : '';
    yield formatCsv([[recipient.reference, recipient.phone, outcome.state, code, description, stopped]]);
  }
}

/** Number of recipients with each outcome. */
export async function countOutcomes(lines: AsyncIterable<Line>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for await (const { outcome, hasStopped } of lines) {
    count(outcome.state === 'failed' ? `failed: ${outcome.description} (${outcome.code})` : outcome.state);
    if (hasStopped) count(STOPPED);
  }
  return counts;
}

/** Recipients who stopped are counted beside their outcome. */
export const STOPPED = 'wrote STOP';

const WIDTH = 32;
const COLORS = { delivered: 'green', waiting: 'yellow', 'not queued': 'yellow' } as const;

/** Writes a table with a bar for each outcome, the most frequent first. */
export function toTable(counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].filter(([name]) => name !== STOPPED).toSorted(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  const nameWidth = Math.max(STOPPED.length, ...rows.map(([name]) => name.length));
  const line = (name: string, count: number) => {
    const length = Math.max(1, Math.round((count / total) * WIDTH));
    const color = name in COLORS ? COLORS[name as keyof typeof COLORS] : 'red';
    const share = `${((count / total) * 100).toFixed(1)} %`;
    const number = count.toLocaleString('en-GB');
    return `${name.padEnd(nameWidth)}  ${styleText(color, '█'.repeat(length).padEnd(WIDTH))} ${number.padStart(9)} ${share.padStart(8)}\n`;
  };
  const stopped = counts.get(STOPPED) ?? 0;
  const stops = `${STOPPED.padEnd(nameWidth)}  ${' '.repeat(WIDTH)} ${stopped.toLocaleString('en-GB').padStart(9)}\n`;
  return `${rows.map(([name, count]) => line(name, count)).join('')}${stopped > 0 ? stops : ''}`;
}
