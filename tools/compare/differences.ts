import type { Answer, Call } from './services.ts';

/** Members that differ, counted by call and place. */
export class Differences {
  readonly #byPlace = new Map<string, { count: number; example: string }>();
  count = 0;

  compare(call: Call, before: Answer, after: Answer): void {
    const operation = `${call.method} ${call.path.replace(/\?.*$/u, '').replaceAll(/[0-9a-f-]{16,}|\d{5,}/gu, '…')}`;
    for (const [place, old, now] of changes(before, after, '')) {
      this.count += 1;
      const key = `${operation} ${place.replaceAll(/\[\d+\]/gu, '[]')}`;
      const entry = this.#byPlace.get(key) ?? { count: 0, example: `${short(old)} → ${short(now)}` };
      entry.count += 1;
      this.#byPlace.set(key, entry);
    }
  }

  report(): string {
    const lines = [...this.#byPlace].map(([key, { count, example }]) => `${key}: ${count} ×, ${example}\n`);
    return `${lines.join('')}${this.count} members differ, in ${lines.length} places\n`;
  }
}

type Change = readonly [place: string, before: unknown, after: unknown];

function changes(before: unknown, after: unknown, place: string): readonly Change[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [[`${place}.length`, before.length, after.length]];
    return before.flatMap((item: unknown, index) => changes(item, after[index], `${place}[${index}]`));
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changes(before[name], after[name], `${place}.${name}`));
  }
  return [[place, before, after]];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function short(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
