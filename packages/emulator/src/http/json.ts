import { Rejection } from '../domain/state/rejection.ts';
import { invalidRequest } from './decode.ts';
import { NOT_UTF8 } from './message.ts';

/** Deeper nesting would exceed the stack of the code that reads the value. */
const MOST_LEVELS = 64;

/** Each value of a list can be wrong, and a response names all that is wrong. */
const MOST_VALUES = 1_000_000;

/** Reads a JSON body; a byte order mark before it is skipped, as by `Response.text()`. */
export function parseJson(body: string): unknown {
  if (body === '') throw new Rejection('invalid_json', 'The request has no body; it needs a JSON object.');
  if (body.startsWith(NOT_UTF8))
    throw new Rejection('invalid_json', 'The body is not UTF-8. Send JSON in UTF-8, without compression.');
  return parseText(body.startsWith('\uFEFF') ? body.slice(1) : body, MOST_VALUES);
}

/**
 * Reads JSON.
 *
 * @param mostValues - The largest number of values.
 */
export function parseText(text: string, mostValues: number = Number.POSITIVE_INFINITY): unknown {
  checkExtent(text, mostValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Rejection('invalid_json', `The body is not JSON: ${(error as Error).message}.`);
  }
}

/** The value of a text; undefined when it is not JSON. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads a JSON body of the control API. Lists and maps with free member names would drop `__proto__` silently, so it is
 * searched for everywhere.
 */
export function parseControlJson(body: string): unknown {
  const value = parseJson(body);
  const path = /__proto__|\\u/.test(body) ? pathOfProto(value) : undefined;
  if (path !== undefined) throw invalidRequest([{ path: path.join('.'), message: 'is not a known field' }]);
  return value;
}

/** Where a member is called `__proto__`; the depth of the value is limited already. */
function pathOfProto(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return ['__proto__'];
  for (const [name, member] of Object.entries(value)) {
    const below = pathOfProto(member);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Refuses a text that is nested too deep or has too many values, before it is parsed. See API-8. */
function checkExtent(text: string, mostValues: number): void {
  let levels = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inString = !inString;
    else if (inString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values++;
    // `[` and `{`, and `]` and `}`, differ in this bit only; no other character shares the rest.
    else if ((code | 0x20) === 0x7b && ++levels > MOST_LEVELS)
      throw new Rejection('invalid_json', `The body is nested more than ${MOST_LEVELS} levels deep.`);
    else if ((code | 0x20) === 0x7d) levels--;
  }
  if (values <= mostValues) return;
  throw invalidRequest([{ path: '', message: `has more than ${mostValues.toLocaleString('en')} values` }]);
}
