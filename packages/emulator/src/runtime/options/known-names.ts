import { isForeign, namesOf, plainOptions, suggestionFor, tagOf } from '@messaging-service/contract';
import { shown } from './shown.ts';

/**
 * Refuses a name that does not exist. A misspelled filter would match everything.
 *
 * @param problem - The beginning of the message; the name follows.
 * @returns The object, with inherited members as its own.
 * @throws {TypeError} with the name that was probably meant, or all names.
 */
export function requireKnownNames<Given extends object>(
  problem: string,
  given: Given,
  known: readonly string[],
): Given {
  const names = `Known names: ${known.join(', ')}.`;
  // JavaScript callers may pass a number without its name.
  if (typeof given !== 'object') throw new TypeError(`${problem} ${shown(given)}: pass an object. ${names}`);
  // A promise that was not awaited would match everything, too.
  if (isForeign(given, known))
    throw new TypeError(`${problem}: pass an object, and not an instance of ${tagOf(given)}. ${names}`);
  // An instance of a class may have other members.
  const wrong = namesOf(given).find((name) => !known.includes(name));
  if (wrong === undefined) return plainOptions(given, known);
  throw new TypeError(`${problem} ${JSON.stringify(wrong)}${suggestionFor(wrong, known) || `. ${names}`}`);
}
