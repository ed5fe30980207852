import { NOT_A_WEB_URL, webUrlProblem } from '@messaging-service/contract';

/**
 * The base URL of a client. A path in it is kept and a slash at its end makes no difference. Credentials, a query or a fragment
 * are refused: paths are appended, and secrets in a URL end up in logs. No problem repeats the URL, for the same reason.
 */
export function checkBaseUrl(baseUrl: unknown): string | undefined {
  const text = isUrlLike(baseUrl) ? tidy(baseUrl) : '';
  const problem = webUrlProblem(text);
  if (problem !== undefined)
    return problem === NOT_A_WEB_URL ? `${problem}, such as https://api.example.com` : problem;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (url.href.includes('#')) return 'must not contain a fragment';
  if (url.href.includes('?')) return 'must not contain a query: the client adds the key';
  return undefined;
}

/** Returns a base URL that was checked, without slashes at its end. */
export function readBaseUrl(baseUrl: string | URL): string {
  return new URL(tidy(baseUrl)).href.replace(/\/+$/, '');
}

/** Files of secrets and variables often begin with a byte order mark or end with a line break, which never belong to the URL. */
function tidy(baseUrl: string | URL): string {
  return String(baseUrl).trim();
}

/** Checks the tag, because a URL of another realm (a vm context, jsdom) is not an instance of this realm's class. */
function isUrlLike(value: unknown): value is string | URL {
  return typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]';
}
