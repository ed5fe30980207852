import type { Issue, Validation } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';

/** The parts of a URL. */
export interface Target {
  readonly path: string;
  /** The query parameter `key`. */
  readonly key: string | undefined;
  /** The other query parameters by name. */
  readonly query: Readonly<Record<string, string>>;
}

/** Splits path and query; a parameter that occurs twice is refused, because it is unclear which one counts. See API-6. */
export function parseTarget(url: string): Target {
  const parameters = parametersOf(url);
  const names = new Set<string>();
  for (const name of parameters.keys()) {
    if (names.has(name)) throw invalidRequest([{ path: name, message: 'is in the query more than once' }]);
    names.add(name);
  }
  const { key, ...query } = Object.fromEntries(parameters);
  return { path: pathOf(url), key, query };
}

/** The path of a URL, without the query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** The key in a URL, or undefined when there is none. Of several it is the first: the call is refused anyway. */
export function keyOf(url: string): string | undefined {
  return parametersOf(url).get('key') ?? undefined;
}

function parametersOf(url: string): URLSearchParams {
  // URLSearchParams ignores a question mark at the start, but only one.
  return new URLSearchParams(url.slice(pathOf(url).length));
}

/** Reads one segment of a path: as it is written when its escapes are not valid. */
export function parseSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
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
  const end = detail.endsWith('?') ? '' : '.';
  return new Rejection('invalid_request', `The request is not valid${detail}${end}`, issues);
}
