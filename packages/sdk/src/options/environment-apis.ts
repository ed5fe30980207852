import { type Issue, missingApis } from '@messaging-service/contract';

/** The Web APIs that every call needs. A `fetch` is looked up at each request, so that a mock can be installed later. */
const NEEDED = [
  'AbortController',
  'Headers',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'performance.now',
  'setTimeout',
];

/** The issue of an environment that lacks Web APIs, such as the jsdom of Jest. */
export function environmentIssues(needed: readonly string[] = NEEDED): Issue[] {
  const message = missingApis(needed);
  return message === undefined ? [] : [{ path: 'environment', message }];
}
