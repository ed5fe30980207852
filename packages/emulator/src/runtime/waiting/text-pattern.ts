import { Rejection } from '../../domain/state/rejection.ts';
import { nextTurn } from '../time/event-loop.ts';

/** A pattern that texts are matched against. */
export interface TextPattern {
  /** Its first occurrence in a text. */
  find(text: string): TextMatch | null;
  /** The source of the pattern. */
  toString(): string;
}

/** An occurrence of a pattern. */
interface TextMatch {
  /** The whole occurrence, then its groups; a group without a match is undefined. */
  readonly match: (string | undefined)[];
  /** The named groups; null when the pattern has none. */
  readonly groups: Record<string, string | undefined> | null;
}

/** The maximum length of a pattern. */
const LONGEST_PATTERN = 500;

/** The largest program of a pattern. The time for one text grows with it. */
const LARGEST_PROGRAM = 200;

/**
 * Steps of a pattern times characters of a text that are matched without a pause. That took about 30 ms when it was measured. The largest
 * pattern reads 1,530 characters of a text: as many as a text message of ten units has.
 */
const MOST_WORK = 306_000;

/**
 * The caller's own regular expression. Its time is not limited, because it runs in the caller's own process.
 *
 * @param pattern - A pattern with the flag `g` or `y` starts at the beginning of each text.
 */
export function nativePattern(pattern: RegExp): TextPattern {
  return {
    find: (text) => {
      pattern.lastIndex = 0;
      const found = pattern.exec(text);
      return found === null ? null : { match: [...found], groups: found.groups ? { ...found.groups } : null };
    },
    toString: () => String(pattern),
  };
}

/**
 * Compiles a pattern from the network. It is matched in time proportional to the text, and in the beginning of a very
 * long text only, so that no pattern can stop the server. The library for that is large, and is loaded with the first pattern.
 *
 * @throws Rejection when it is not a pattern, or one that cannot be matched in linear time.
 */
export async function linearPattern(source: string): Promise<TextPattern> {
  if (source.length > LONGEST_PATTERN) throw refusal(`is longer than ${LONGEST_PATTERN} characters`);
  // RE2 reads the following characters literally, so the estimate would miss the end of a class. JavaScript does not
  // have this syntax.
  if (source.includes('\\Q')) throw refusal('uses \\Q, which is not a part of JavaScript');
  if (expandedSize(source) > 4 * LARGEST_PROGRAM) throw refusal(TOO_LARGE);
  const { RE2JS } = await import('re2js');
  // Loading it, compiling the pattern and matching the first text take milliseconds each.
  await nextTurn();
  const compiled = compile(source, (text) => RE2JS.compile(RE2JS.translateRegExp(text)));
  if (compiled.programSize() > LARGEST_PROGRAM) throw refusal(TOO_LARGE);
  const names = Object.entries(compiled.namedGroups());
  const longest = Math.floor(MOST_WORK / compiled.programSize());
  await nextTurn();
  return {
    find: (text) => {
      const matcher = compiled.matcher(text.slice(0, longest));
      if (!matcher.find()) return null;
      const match = Array.from(
        { length: matcher.groupCount() + 1 },
        (_, group) => matcher.group(group) ?? undefined,
      );
      const groups = Object.fromEntries(names.map(([name, group]) => [name, match[group]]));
      return { match, groups: names.length > 0 ? groups : null };
    },
    toString: () => `/${source}/`,
  };
}

const TOO_LARGE = 'is too large: shorten it, or lower the counts of its repetitions';

function compile<T>(source: string, compiler: (source: string) => T): T {
  try {
    return compiler(source);
  } catch (error) {
    if (isNative(source))
      throw refusal(
        'uses a part of the syntax that cannot be matched in linear time, such as a lookahead, a lookbehind or a backreference',
      );
    throw refusal(`is not a regular expression: ${(error as Error).message}`);
  }
}

/** Whether JavaScript itself accepts a pattern. Nothing is matched against it. */
function isNative(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

function refusal(problem: string): Rejection {
  const issue = { path: 'pattern', message: problem };
  return new Rejection('invalid_request', `The request is not valid: pattern ${problem}.`, [issue]);
}

/** A character by its code or property, the count of a repetition, a class, or any other character. */
const TOKEN = /\\[uxpP]\{[^}]*\}|\{(?<least>\d+),?\}|\{\d*,(?<most>\d+)\}|\[(?:\\.|[^\]\\])*\]|\\?./gs;

/**
 * About how many steps a pattern has once its repetitions are written out. It is estimated before the pattern is
 * compiled, because compiling `(a{1000}){1000}` writes them out.
 */
function expandedSize(source: string): number {
  const sizes = [0];
  let last = 0;
  for (const { 0: token, groups } of source.matchAll(TOKEN)) {
    const count = groups?.least ?? groups?.most;
    if (count !== undefined) {
      const repeated = last * Math.max(1, Number(count));
      addToTop(sizes, repeated - last);
      last = repeated;
    } else if (token === '(') {
      sizes.push(0);
      last = 0;
    } else if (token === ')' && sizes.length > 1) {
      last = (sizes.pop() ?? 0) + 1;
      addToTop(sizes, last);
    } else {
      last = 1;
      addToTop(sizes, 1);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
}

function addToTop(sizes: number[], size: number): void {
  sizes.push((sizes.pop() ?? 0) + size);
}
