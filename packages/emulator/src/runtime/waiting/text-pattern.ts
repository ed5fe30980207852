import { Rejection } from '../../domain/state/rejection.ts';

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

/** The largest program of a pattern, whose repetitions are written out. The time for one text grows with it. */
const LARGEST_PROGRAM = 200;

/**
 * The largest sum of the counts in a pattern. Compiling writes them out, which takes half a second for 500 characters such as
 * `.{0,999}.{0,999}`.
 */
const MOST_REPETITIONS = 4 * LARGEST_PROGRAM;

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

/** A pattern as text, with its flags. A text is the source of a pattern already. */
export function patternText(pattern: RegExp | string): string {
  if (typeof pattern === 'string') return pattern;
  // The other flags do not change what a single search matches.
  const flags = pattern.flags.replaceAll(/[^ims]/g, '');
  return flags === '' ? pattern.source : `(?${flags}:${pattern.source})`;
}

/**
 * Compiles a pattern from the network. It is matched in time proportional to the text, and in the beginning of a very
 * long text only, so that no pattern can stop the server. The library for that is large, and is loaded with the first pattern.
 *
 * @throws Rejection when it is not a pattern, or one that cannot be matched in linear time.
 */
export async function linearPattern(source: string): Promise<TextPattern> {
  if (source.length > LONGEST_PATTERN) throw refusal(`is longer than ${LONGEST_PATTERN} characters`);
  // RE2 would read the following characters literally.
  if (source.includes('\\Q')) throw refusal('uses \\Q, which is not a part of JavaScript');
  if (repetitionsIn(source) > MOST_REPETITIONS) throw refusal(TOO_LARGE);
  const { RE2JS } = await import('re2js');
  const compiled = compile(source, (text) => RE2JS.compile(RE2JS.translateRegExp(text)));
  if (compiled.programSize() > LARGEST_PROGRAM) throw refusal(TOO_LARGE);
  const names = Object.entries(compiled.namedGroups());
  const longest = Math.floor(MOST_WORK / compiled.programSize());
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
    const { message } = error as Error;
    if (!isNative(source)) throw refusal(`is not a regular expression: ${message}`);
    // RE2 limits the counts of repetitions, also of nested ones together.
    if (message.includes('invalid repeat count')) throw refusal(TOO_LARGE);
    throw refusal(
      'uses a part of the syntax that cannot be matched in linear time, such as a lookahead, a lookbehind or a backreference',
    );
  }
}

/** The sum of the counts of a pattern. The other alternatives are texts in which braces have another meaning. */
function repetitionsIn(source: string): number {
  const tokens = /\\[uxpP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{(?:\d*,)?(?<count>\d+),?\}/gs;
  let sum = 0;
  for (const { groups } of source.matchAll(tokens)) sum += Number(groups?.count ?? 0);
  return sum;
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
