import { dayBeside, timeOf } from '../format.ts';
import { go, type Route, type View } from '../routing/route.ts';

/** A part of time: after its first instant, up to and including its last one. In milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The filter that each list has, as a term of its search. */
const TERM = /(?:^|\s)during:([^\s/]+)\/(\S+)/;

/** The period that a search is limited to. */
export function periodIn(q = ''): Period | undefined {
  const [, first = '', last = ''] = TERM.exec(q) ?? [];
  const [from, to] = [Date.parse(first), Date.parse(last)];
  return from < to ? { from, to } : undefined;
}

/** A search that is limited to a period, or no longer limited. */
export function during(q: string, period: Period | undefined): string {
  const rest = q.replace(TERM, '');
  return `${rest} ${period === undefined ? '' : `during:${iso(period.from)}/${iso(period.to)}`}`.trim();
}

const LISTS: readonly View[] = ['phones', 'messages', 'accounts', 'webhooks', 'requests'];

/** Limits the list of the open view to a period. A view without a list leads to that of the messages. */
export function select({ view, parameters }: Route, period: Period | undefined): void {
  const isList = period === undefined || LISTS.includes(view);
  const { q = '', ...others } = isList ? parameters : {};
  go(isList ? view : 'messages', { ...others, q: during(q, period) });
}

/** A period in words: with the day once, or with both days. A time without a day is today's. */
export function periodText({ from, to }: Period, now: number): string {
  const [first, last] = [dayBeside(from, now), dayBeside(to, now)];
  if (dayBeside(from, to) === '') return `${last === '' ? '' : `${last}, `}${timeOf(from)}–${timeOf(to)}`;
  return `${first} ${timeOf(from)}–${last} ${timeOf(to)}`.replace('– ', '–').trim();
}

function iso(at: number): string {
  return new Date(at).toISOString().replace(/(?::00)?\.000Z$/, 'Z');
}
