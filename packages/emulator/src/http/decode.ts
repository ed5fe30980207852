import type { Issue, Validation } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';

/** The parts of a URL. */
export interface Target {
  readonly path: string;
  /** The query parameter `key`. */
  readonly key: string | undefined;
  /** The other query parameters by name; without a prototype, so that no name has a special meaning. */
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Most calls have no parameter but the key. To make an object for the others, and to leave the key out of it, would
 * take a tenth of a call.
 */
const NO_PARAMETERS = Object.freeze(Object.create(null) as Record<string, string>);

/** Splits path and query; a parameter that occurs twice is refused, because it is unclear which one counts. */
export function parseTarget(url: string): Target {
  const mark = url.indexOf('?');
  if (mark === -1) return { path: url, key: undefined, query: NO_PARAMETERS };
  return { path: url.slice(0, mark), ...parseQuery(url.slice(mark + 1)) };
}

function parseQuery(text: string): Pick<Target, 'key' | 'query'> {
  let key: string | undefined;
  let query: Record<string, string> | undefined;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const { name, value } = parsePair(pair);
    if (name === 'key' ? key !== undefined : query !== undefined && name in query) {
      throw invalidRequest([{ path: name, message: 'is in the query more than once' }]);
    }
    if (name === 'key') key = value;
    else {
      query ??= Object.create(null) as Record<string, string>;
      query[name] = value;
    }
  }
  return { key, query: query ?? NO_PARAMETERS };
}

/** The key in a URL, or undefined when there is none. Of several it is the first: the call is refused anyway. */
export function keyOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  if (mark === -1) return undefined;
  for (const pair of url.slice(mark + 1).split('&')) {
    const { name, value } = parsePair(pair);
    if (name === 'key') return value;
  }
  return undefined;
}

/** Reads one parameter of a query. */
export function parsePair(pair: string): { readonly name: string; readonly value: string } {
  const equals = pair.indexOf('=');
  if (equals === -1) return { name: parseQueryText(pair), value: '' };
  return { name: parseQueryText(pair.slice(0, equals)), value: parseQueryText(pair.slice(equals + 1)) };
}

/** Reads one segment of a path, in which a plus sign is just that. */
export function parseSegment(segment: string): string {
  return segment.includes('%') ? percentDecode(segment, segment) : segment;
}

function parseQueryText(text: string): string {
  return /[%+]/.test(text) ? percentDecode(text.replaceAll('+', ' '), text) : text;
}

/** Decodes text, or returns the text as written when its escapes are not valid. */
function percentDecode(escaped: string, written: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return written;
  }
}

/** Returns a value that was validated, or refuses the request with every field that is wrong. */
export function validOrRefused<T>(checked: Validation<T>): T {
  if (!checked.ok) throw invalidRequest(checked.issues);
  return checked.value;
}

/** A refusal that names the fields, in its message too: logs often show nothing else. */
export function invalidRequest(issues: readonly Issue[]): Rejection {
  const [first] = issues;
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const detail =
    first === undefined ? '' : `: ${first.path === '' ? 'the value' : first.path} ${first.message}${others}`;
  return new Rejection('invalid_request', `The request is not valid${detail}.`, issues);
}
