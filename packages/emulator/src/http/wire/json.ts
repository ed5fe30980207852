import { Rejection } from '../../domain/state/rejection.ts';
import { finish, type Scan } from '../../domain/views/scan.ts';
import { invalidRequest } from './decode.ts';
import { endOfString } from './json-strings.ts';
import { MOST_LEVELS, notJson, readLargeJson, tooDeep } from './large-json.ts';
import { NOT_UTF8 } from './message.ts';

/** Shorter texts take little time: only their depth is checked, and they are parsed in one step. */
const SHORT = 64 * 1024;

/** Whether reading a body takes so long that other calls must be served in between. */
export function isLarge(body: string): boolean {
  return body.length > SHORT;
}

/** Reads a JSON body; a byte order mark before it is skipped, as by `Response.text()`. */
export function parseJson(body: string): unknown {
  const text = textOf(body);
  return isLarge(text) ? finish(readLargeJson(text)) : parseShort(text);
}

/** Reads a JSON body in steps. */
export function* readJson(body: string): Scan<unknown> {
  const text = textOf(body);
  return isLarge(text) ? yield* readLargeJson(text) : parseShort(text);
}

function textOf(body: string): string {
  if (body === '') throw new Rejection('invalid_json', 'The request has no body; it needs a JSON object.');
  if (body.startsWith(NOT_UTF8))
    throw new Rejection('invalid_json', 'The body is not UTF-8, which JSON must be.');
  return body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
}

function parseShort(text: string): unknown {
  if (text.length > MOST_LEVELS) checkDepth(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson((error as Error).message);
  }
}

/**
 * Reads a JSON body of the control API in steps. Lists and maps with free member names would drop `__proto__` silently,
 * so it is searched for everywhere.
 */
export function* readControlJson(body: string): Scan<unknown> {
  const value = yield* readJson(body);
  const path = /__proto__|\\u/.test(body) ? yield* pathOfProto(value) : undefined;
  if (path !== undefined) throw invalidRequest([{ path: path.join('.'), message: 'is not a known field' }]);
  return value;
}

/** Where a member is called `__proto__`; the depth of the value is limited already. */
function* pathOfProto(value: unknown): Scan<string[] | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return ['__proto__'];
  let visited = 0;
  for (const [name, member] of Object.entries(value)) {
    if (++visited % MEMBERS_PER_STEP === 0) yield;
    const below = typeof member === 'object' ? yield* pathOfProto(member) : undefined;
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

const MEMBERS_PER_STEP = 256;

const QUOTE = 0x22;

/** Refuses a text that is nested too deep, before it is parsed. */
function checkDepth(text: string): void {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    // `[` and `{`, and `]` and `}`, differ in this bit only; no other character shares the rest.
    else if ((code | 0x20) === 0x7b && ++levels > MOST_LEVELS) throw tooDeep();
    else if ((code | 0x20) === 0x7d) levels--;
  }
}
