import { type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import type { Message } from '../state/state.ts';
import { isAfterPosition, type Position } from './position.ts';

/** A message to or from a handset. */
export type Line = Message | InboundMessage;

/** The part of a handset that a list shows. */
export interface HandsetSummary {
  /** Its number, without the plus. */
  readonly number: string;
  /** When something last happened, in milliseconds since the epoch. */
  readonly latestAt: number;
  readonly latest: Line;
  /** Messages in both directions. */
  readonly messages: number;
}

/** Orders handsets by their latest activity; those of one instant in the order in which batches were queued. */
export function newerFirst(a: HandsetSummary, b: HandsetSummary): number {
  return b.latestAt - a.latestAt || placeOf(b.latest) - placeOf(a.latest);
}

function placeOf(line: Line): number {
  return 'batch' in line ? line.batch.ordinal : Number.MAX_SAFE_INTEGER;
}

/** A handset at a moment; undefined when it had no message yet. */
export function summaryAt(
  number: string,
  lines: readonly Line[],
  until: Position,
): HandsetSummary | undefined {
  const known = lines.filter((line) => isKnownAt(line, until));
  const [first] = known;
  if (first === undefined) return undefined;
  const at = (line: Line) => timeOf(line, until.at);
  const latest = known.reduce((newest, line) => (at(line) >= at(newest) ? line : newest), first);
  return { number, latestAt: at(latest), latest, messages: known.length };
}

/** Whether something has happened on a handset after a moment. Its lines are in the order in which they were added. */
export function isTouchedAfter(latestAt: number, lines: readonly Line[], until: Position): boolean {
  const last = lines.at(-1);
  return latestAt > until.at || (last !== undefined && !isKnownAt(last, until));
}

function isKnownAt(line: Line, until: Position): boolean {
  return 'batch' in line ? !isAfterPosition(line.batch, until) : timeOf(line, until.at) <= until.at;
}

/** When something last happened to a line, as known at a moment: it was queued, sent or received. */
function timeOf(line: Line, until: number): number {
  if (!('batch' in line)) return parseTimestamp(line.at) ?? 0;
  const { queuedAt } = line.batch;
  return line.sent === undefined || line.sent.at > until ? queuedAt : Math.max(queuedAt, line.sent.at);
}
