import type { Change } from './change.ts';

/** Whether only the service after has the member. */
export function isNew({ before, after }: Change): boolean {
  return before === undefined && after !== undefined;
}

/** Whether the service after refuses what the one before accepted, as an invalid request. */
export function isRefusal({ before, after }: Change): boolean {
  if (before === undefined) return typeof after === 'object' && after !== null && 'code' in after;
  return after === undefined || after === 400 || after === 'invalid_request';
}

/** Whether a text says the same in other words. */
export function isReworded({ before, after }: Change): boolean {
  const text = String(before)
    .replaceAll('can be resolved.', 'can be delivered or failed.')
    .replaceAll(/It may visit (\d+) instants\./gu, 'It reached its limit of $1 instants.')
    .replaceAll(/\bgot object\b/gu, 'got an object')
    .replaceAll(/\bgot (list|boolean|function)\b/gu, 'got a $1')
    .replaceAll(/\b1 credits\b/gu, '1 credit')
    .replaceAll(
      /must be a string, not (an? \w+|null)/gu,
      'must be an ISO 8601 timestamp that exists, with at least minutes, such as 2026-01-01T09:00Z',
    );
  return withoutRest(text) === withoutRest(String(after));
}

/** Long values are cut at another place. */
function withoutRest(text: string): string {
  return text.replaceAll(/x{60,}…?"?/gu, 'x…');
}

/** Whether one of the values contains a text. */
export function says(text: string): (change: Change) => boolean {
  return ({ before, after }) =>
    [before, after].some((value) => (JSON.stringify(value) as string | undefined)?.includes(text) === true);
}

/** A message without the number of other problems. */
export function withoutCount(message: unknown): string {
  return String(message).replace(/ \(and \d+ more\)/u, '');
}

/** A program without what formatters decide. */
export function withoutSpaces(code: unknown): string {
  return String(code).replaceAll(/\s|,(?=\s*[}\]])/gu, '');
}

/** Whether the new mark is the beginning of the old one. */
export function startsWith(before: unknown, after: unknown): boolean {
  return typeof before === 'string' && typeof after === 'string' && before.startsWith(`${after}-`);
}
