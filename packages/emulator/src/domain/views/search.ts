import { nearestName } from '@messaging-service/contract';
import { filterTerm } from '@messaging-service/text';
import { Rejection } from '../state/rejection.ts';
import { folded } from './folded.ts';
import { everyItem } from './list-window.ts';
import { numberTest } from './spelled-number.ts';

/** What a search looks at in an item of a list. */
export interface Searched {
  readonly texts: readonly string[];
  /** Phone numbers, without the plus. */
  readonly numbers: readonly string[];
  /** Identifiers, which are found by their beginning: otherwise any digit would be in one of them. */
  readonly ids?: readonly string[];
}

/**
 * A filter of a search, such as `state` in `state:failed`. It reads a value, and throws a {@link ValueProblem} for one that no
 * item can have.
 */
export type SearchFilter<Item> = (value: string) => (item: Item) => boolean;

/** The filters of a list, by their names. */
export type SearchFilters<Item> = Readonly<Record<string, SearchFilter<Item>>>;

/** The reason why a value of a filter is refused. */
export class ValueProblem extends Error {
  /** The value that was probably meant. */
  readonly meant: string | undefined;

  /** @param known - The values that exist, in words. */
  constructor(value: string, values: Iterable<string>, known: string) {
    super(known);
    this.meant = nearestName(value, values);
  }
}

type Test<Item> = (item: Item, content: () => Searched) => boolean;

/**
 * A term: `-` negates it; `name:` makes it a filter, except before `//`, because texts contain URLs; then a phrase in quotes, a
 * phone number, or a word. A number that begins with `+` or `0` continues over spaces, as people write it.
 */
const TERM =
  /(?<not>-?)(?:(?<name>[a-z]+):(?!\/\/))?(?:"(?<phrase>(?:\\.|[^"\\])*)(?:"|\\?$)|(?<number>\(?[+0][\d().-]*(?:\s+[\d(][\d().-]*)*)(?=\s|$)|(?<word>\S+))/giu;

/**
 * Reads a search: words, `"phrases"` and `name:value` filters in any order, all of which must match. `-` negates one of them.
 * Case and accents do not matter, and phone numbers are found as people write them. EMU-13.
 *
 * @param filters - The filters of the list.
 * @param contentOf - What words and phrases are compared with.
 * @throws {Rejection} A filter or its value does not exist. The message names the one that was probably meant.
 */
export function parseSearch<Item>(
  text: string | undefined,
  filters: SearchFilters<Item>,
  contentOf: (item: Item) => Searched,
): (item: Item) => boolean {
  const tests = [...(text ?? '').matchAll(TERM)].flatMap(({ groups = {} }) => termTest(groups, filters));
  if (tests.length === 0) return everyItem;
  return (item) => {
    let content: Searched | undefined;
    const read = () => {
      content ??= foldedContent(contentOf(item));
      return content;
    };
    return tests.every((test) => test(item, read));
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function termTest<Item>(groups: Groups, filters: SearchFilters<Item>): Test<Item>[] {
  const { not, name, phrase, number, word = '' } = groups;
  const test = valueTest();
  if (test === undefined) return [];
  return [not === '-' ? (item, content) => !test(item, content) : test];

  function valueTest(): Test<Item> | undefined {
    const text = phrase?.replaceAll(/\\(.)/gsu, '$1');
    if (name !== undefined) return filterTest(name, text ?? number ?? word, number !== undefined, filters);
    // A minus alone is the beginning of a term that is being typed, or a dash between words.
    if (text === '' || word === '-') return undefined;
    if (number !== undefined) return numberWords(number);
    const empty = /^([a-z]+):$/i.exec(word);
    if (empty !== null) return filterTest(empty[1] ?? '', '', false, filters);
    return wordTest(text ?? word);
  }
}

/** Filters by phone numbers, which can be written with spaces. */
const NUMBER_FILTERS: readonly string[] = ['to', 'from'];

/** The least characters of an identifier that find it. */
const LEAST_OF_ID = 6;

/** Whether a word or a phrase is in one of the texts, or is one of the numbers or identifiers. */
function wordTest(text: string): Test<unknown> {
  const wanted = folded(text);
  const isNumber = numberTest(wanted);
  return (_, content) => {
    const { texts, numbers, ids = [] } = content();
    if (texts.some((part) => part.includes(wanted)) || numbers.some(isNumber)) return true;
    return text.length >= LEAST_OF_ID && ids.some((id) => id.startsWith(text.toLowerCase()));
  };
}

/** Whether groups of digits are a number, or each of them is a word. */
function numberWords(text: string): Test<unknown> {
  const words = everyTest(text.split(/\s+/).map(wordTest));
  const isFound = leadingGroups(text, (groups) => {
    const isNumber = numberTest(groups);
    return (_, content) => content().numbers.some(isNumber);
  });
  return (item, content) => words(item, content) || isFound(item, content);
}

/** Whether the first groups of digits pass a test. The others are words of their own, such as a code after a number. */
function leadingGroups<Item>(
  text: string,
  testOf: (groups: string) => Test<Item>,
  most = Number.POSITIVE_INFINITY,
): Test<Item> {
  const groups = text.split(/\s+/);
  const ways = groups
    .slice(0, most)
    .map((_, index) =>
      everyTest([testOf(groups.slice(0, index + 1).join(' ')), ...groups.slice(index + 1).map(wordTest)]),
    );
  return (item, content) => ways.some((way) => way(item, content));
}

function everyTest<Item>(tests: readonly Test<Item>[]): Test<Item> {
  return (item, content) => tests.every((test) => test(item, content));
}

function filterTest<Item>(
  written: string,
  value: string,
  isNumber: boolean,
  filters: SearchFilters<Item>,
): Test<Item> {
  const name = written.toLowerCase();
  if (!Object.hasOwn(filters, name)) throw unknownFilter(name, value, Object.keys(filters));
  const filter = filters[name] as SearchFilter<Item>;
  if (value === '') refuse(`has ${name}: without a value`);
  if (!isNumber) return test(value);
  // Only a phone number has several groups.
  return leadingGroups(value, test, NUMBER_FILTERS.includes(name) ? undefined : 1);

  function test(one: string): Test<Item> {
    try {
      return filter(one);
    } catch (problem) {
      if (!(problem instanceof ValueProblem)) throw problem;
      const { meant, message } = problem;
      const hint = meant === undefined ? '' : `; did you mean ${filterTerm(name, meant)}?`;
      return refuse(
        `has the unknown value ${filterTerm(name, one)}${hint}${hint === '' ? '.' : ''} ${message}`,
      );
    }
  }
}

function unknownFilter(name: string, value: string, names: readonly string[]): Error {
  const meant = nearestName(name, names);
  const hint = meant === undefined ? '.' : `; did you mean ${meant}:${value}?`;
  return refuse(
    `has the unknown filter ${name}:${hint} The filters are ${names.join(', ')}. A text with a colon needs quotes: "${name}:${value}"`,
  );
}

function refuse(message: string): never {
  throw new Rejection('invalid_request', `The request is not valid: q ${message}.`, [{ path: 'q', message }]);
}

function foldedContent({ texts, ...rest }: Searched): Searched {
  return { texts: texts.map(folded), ...rest };
}
