import type { Change } from './change.ts';
import { EXPECTED, type Expected } from './expected.ts';

/** The changes of one place. */
interface Place {
  count: number;
  readonly example: string;
  readonly expected: Expected | undefined;
}

/** Members that differ, counted by operation and place. */
export class Differences {
  readonly #places = new Map<string, Place>();
  readonly #occurred = new Set<Expected>();

  /** Compares two values that one operation returned or caused. */
  compare(operation: string, before: unknown, after: unknown): void {
    for (const change of changes(before, after, '')) this.add(operation, change);
  }

  add(operation: string, change: Change): void {
    const name = `${operation} ${change.place}`;
    const expected = EXPECTED.find(
      ({ place, when }) => place.test(name) && (when === undefined || when(change)),
    );
    if (expected !== undefined) this.#occurred.add(expected);
    const key = `${name} ${expected === undefined ? '' : EXPECTED.indexOf(expected)}`;
    const place = this.#places.get(key) ?? {
      count: 0,
      example: `${short(change.before)} → ${short(change.after)}`,
      expected,
    };
    place.count += 1;
    this.#places.set(key, place);
  }

  get unexpected(): number {
    return [...this.#places.values()].filter(({ expected }) => expected === undefined).length;
  }

  /** A line for each kind of expected change, then one for each place of other changes. */
  report(places: boolean): string {
    const all = [...this.#places];
    const total = all.reduce((sum, [, { count }]) => sum + count, 0);
    const lines = EXPECTED.flatMap((expected) => {
      const found = all.filter(([, place]) => place.expected === expected);
      const count = found.reduce((sum, [, place]) => sum + place.count, 0);
      const head = this.#occurred.has(expected)
        ? `${expected.changeset}: ${expected.reason}: ${count} × in ${found.length} places`
        : `${expected.changeset}: ${expected.reason}: did not occur`;
      return [head, ...(places ? found.map((entry) => `  ${lineOf(entry)}`) : [])];
    });
    const others = all.filter(([, { expected }]) => expected === undefined).map(lineOf);
    return [
      ...lines,
      ...(others.length > 0 ? ['', 'Not expected:', ...others] : []),
      '',
      `${total} members differ, in ${all.length} places, of which ${others.length} are not expected`,
      '',
    ].join('\n');
  }
}

function lineOf([key, { count, example }]: readonly [string, Place]): string {
  return `${key.trimEnd().replace(/ \d+$/u, '')}: ${count} ×, ${example}`;
}

function changes(before: unknown, after: unknown, place: string): readonly Change[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return changesOfLists(before, after, place);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changes(before[name], after[name], `${place}.${nameOf(name)}`));
  }
  return [{ place, before, after }];
}

/** Lists are compared by the keys of their items, so that one item more or another order does not move the others. */
function changesOfLists(
  before: readonly unknown[],
  after: readonly unknown[],
  place: string,
): readonly Change[] {
  const [old, now] = [byKey(before), byKey(after)];
  if (old === undefined || now === undefined) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, index) => changes(before[index], after[index], `${place}[]`));
  }
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return [
    ...changes(common(old, now), common(now, old), `${place}.order`),
    ...keys.flatMap((key) => changes(old.get(key), now.get(key), `${place}[]`)),
  ];
}

/** The keys of items that another list has, too, in their order. */
function common(items: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): string {
  return [...items.keys()].filter((key) => others.has(key)).join(' ');
}

/** The items by what identifies each; undefined if nothing does. */
function byKey(items: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  for (const name of ['id', 'identifier', 'messageUuid', 'mo_uuid', 'uuid', 'number', 'code', 'kind']) {
    const keys = items.map((item) => (isObject(item) ? item[name] : undefined));
    if (keys.every((key) => key !== undefined) && new Set(keys).size === keys.length)
      return new Map(items.map((item, index) => [JSON.stringify(keys[index]), item]));
  }
  return undefined;
}

/** Members whose names are data, such as UUIDs and times, have one place. */
function nameOf(name: string): string {
  return /\d{4}|^\d+$/u.test(name) ? '…' : name;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function short(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}
