import type { Issue, Validation } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';

/** The target of a request with its parts. An adapter reads it once, and everything later uses the parts. */
export interface Target {
  /** Path and query below the base URL, as they were sent, such as `/message?key=…`. */
  readonly url: string;
  readonly path: string;
  /** The query parameter `key`; undefined when there is none. */
  readonly key: string | undefined;
  /** The other query parameters by name. Of a parameter that occurs more than once, the first value. */
  readonly query: Readonly<Record<string, string>>;
  /** The first parameter that occurs more than once. */
  readonly repeated: string | undefined;
}

/** Reads the target of a request. */
export function parseTarget(url: string): Target {
  const path = pathOf(url);
  const values = new Map<string, string>();
  let repeated: string | undefined;
  // URLSearchParams ignores a question mark at the start, but only one.
  for (const [name, value] of new URLSearchParams(url.slice(path.length)))
    if (values.has(name)) repeated ??= name;
    else values.set(name, value);
  const key = values.get('key');
  values.delete('key');
  return { url, path, key, query: Object.fromEntries(values), repeated };
}

/** Refuses a call with a parameter that occurs twice, because it is unclear which one counts. See API-6. */
export function refuseRepeated({ repeated }: Target): void {
  if (repeated !== undefined)
    throw invalidRequest([{ path: repeated, message: 'is in the query more than once' }]);
}

/** The path of a URL, without the query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** Decodes one segment of a path. A segment with invalid escapes is returned unchanged. */
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
