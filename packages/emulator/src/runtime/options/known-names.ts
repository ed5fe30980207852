import { suggestion } from './suggestion.ts';

/**
 * Refuses a name that does not exist. A misspelled filter would match everything.
 *
 * @param problem - The beginning of the message; the name follows.
 * @throws {TypeError} with the name that was probably meant, or all names.
 */
export function requireKnownNames(problem: string, given: object, known: readonly string[]): void {
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const hint = suggestion(wrong, known) || `. Known names: ${known.join(', ')}.`;
  throw new TypeError(`${problem} ${JSON.stringify(wrong)}${hint}`);
}
