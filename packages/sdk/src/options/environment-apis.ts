import type { Issue } from '@messaging-service/contract';

/** The Web APIs that every call needs. A `fetch` is looked up at each request, so that a mock can be installed later. */
const NEEDED = [
  'AbortController',
  'Headers',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'performance',
  'setTimeout',
];

/** What to do where a Web API is missing. */
const REMEDY =
  'in Jest, start the test file with the comment "@jest-environment node"; in an old browser, load a polyfill';

/**
 * The issue of an environment that lacks Web APIs, such as the jsdom of Jest. It asks for the names only, because reading some of
 * them makes Node load its implementation of `fetch`.
 */
export function environmentIssues(): Issue[] {
  const missing = NEEDED.filter((name) => !(name in globalThis));
  if (missing.length === 0) return [];
  return [{ path: 'environment', message: `has no ${missing.join(', no ')}: ${REMEDY}` }];
}
