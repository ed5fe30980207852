import { formatTimestamp, parseTimestamp } from '@messaging-service/contract';
import type { State } from '../state/state.ts';
import { folded } from './folded.ts';
import { type SearchFilter, ValueProblem } from './search.ts';
import { numberTest } from './spelled-number.ts';

/** A filter with few values, such as the state of a message. */
export function valueFilter<Item>(
  values: readonly string[],
  valueOf: (item: Item) => string | null | undefined,
): SearchFilter<Item> {
  return (written) => {
    const value = written.toLowerCase();
    if (!values.includes(value)) throw new ValueProblem(value, values, `The values are ${values.join(', ')}`);
    return (item) => valueOf(item) === value;
  };
}

/**
 * A filter by a status such as `429`, or a class of statuses such as `4xx`.
 *
 * @param missing - The value for an item that has no response.
 * @param statusOf - The status; null when there was no response, undefined when none is expected yet.
 */
export function statusFilter<Item>(
  missing: string,
  statusOf: (item: Item) => number | null | undefined,
): SearchFilter<Item> {
  return (written) => {
    const value = written.toLowerCase();
    if (!/^[1-5](xx|\d\d)$/.test(value) && value !== missing)
      throw new ValueProblem(value, [missing], `It must be a status, such as 429 or 4xx, or ${missing}`);
    return (item) => {
      const status = statusOf(item);
      if (status === undefined || status === null) return status === null && value === missing;
      return value.endsWith('xx') ? String(status).startsWith(value.charAt(0)) : String(status) === value;
    };
  };
}

/** A filter whose values can be any text, compared as a whole and without regard to case. */
export function textFilter<Item>(
  valuesOf: (item: Item) => readonly (string | null | undefined)[],
): SearchFilter<Item> {
  return (written) => {
    const wanted = folded(written);
    return (item) => valuesOf(item).some((value) => typeof value === 'string' && folded(value) === wanted);
  };
}

/** A filter by a phone number, in any spelling, or by the text of a sender ID. */
export function numberFilter<Item>(numbersOf: (item: Item) => readonly string[]): SearchFilter<Item> {
  return (written) => {
    const [isNumber, wanted] = [numberTest(written), folded(written)];
    return (item) => numbersOf(item).some((number) => isNumber(number) || folded(number) === wanted);
  };
}

/** A filter by the name of an account, or a part of it, or the beginning of its UUID. */
export function accountFilter<Item>(
  { accounts }: State,
  uuidOf: (item: Item) => string | null | undefined,
): SearchFilter<Item> {
  return (written) => {
    const wanted = folded(written);
    const all = [...accounts.values()];
    const exact = all.filter(({ name }) => folded(name) === wanted);
    const found =
      exact.length > 0
        ? exact
        : all.filter(({ name, uuid }) => folded(name).includes(wanted) || folded(uuid).startsWith(wanted));
    if (found.length === 0) {
      const names = all.map(({ name }) => name);
      throw new ValueProblem(written, names, 'No account has this name or UUID');
    }
    const uuids = new Set(found.map(({ uuid }) => uuid));
    return (item) => uuids.has(uuidOf(item) ?? '');
  };
}

/**
 * The filters `after` and `before`: from an instant on, and until just before it.
 *
 * @param now - The emulator's time: a time without a day is a time of today.
 */
export function timeFilters<Item>(
  now: number,
  atOf: (item: Item) => number | undefined,
): Readonly<Record<'after' | 'before', SearchFilter<Item>>> {
  const compared =
    (accepts: (at: number, wanted: number) => boolean): SearchFilter<Item> =>
    (written) => {
      const wanted = instantOf(written, now);
      return (item) => {
        const at = atOf(item);
        return at !== undefined && accepts(at, wanted);
      };
    };
  return {
    after: compared((at, wanted) => at >= wanted),
    before: compared((at, wanted) => at < wanted),
  };
}

/**
 * A filter by a period such as `2026-01-01T09:00Z/2026-01-02T09:00Z`: after its first instant, up to and including its last
 * one. These are the instants of a move of the clock.
 *
 * @param timesOf - The instants of an item. One of them must be in the period.
 */
export function periodFilter<Item>(
  now: number,
  timesOf: (item: Item) => readonly (number | undefined)[],
): SearchFilter<Item> {
  return (written) => {
    const [first = '', last = ''] = written.split('/');
    if (last === '')
      throw new ValueProblem(
        written,
        [],
        'It must be two times with a slash between them, such as 9:00/10:30',
      );
    const [from, to] = [instantOf(first, now), instantOf(last, now)];
    return (item) => timesOf(item).some((at) => at !== undefined && at > from && at <= to);
  };
}

/** A day, a time of today, or an instant, in GMT unless it names an offset. */
function instantOf(written: string, now: number): number {
  const [, hours = '', rest = ''] = /^(\d{1,2})(:\d\d(?::\d\d)?)$/.exec(written) ?? [];
  const today = formatTimestamp(now).slice(0, 'yyyy-mm-dd'.length);
  const text = rest === '' ? written : `${today}T${hours.padStart(2, '0')}${rest}`;
  const at = parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (at !== undefined) return at;
  throw new ValueProblem(
    written,
    [],
    'It must be a time such as 10:30, a day such as 2026-01-31, or an instant such as 2026-01-31T10:30Z',
  );
}
