import { NOT_A_WEB_URL, webUrlProblem } from '@messaging-service/contract';

/**
 * The base URL of a client. A path in it is kept and a slash at its end makes no difference. Credentials, a query or a fragment
 * are refused: paths are appended, and secrets in a URL end up in logs. No problem repeats the URL, for the same reason.
 */
export function checkBaseUrl(baseUrl: unknown): string | undefined {
  // Files of secrets and variables often end with a line break, which never belongs to the URL.
  const text = isUrlLike(baseUrl) ? String(baseUrl).trim() : '';
  const problem = webUrlProblem(text);
  if (problem !== undefined)
    return problem === NOT_A_WEB_URL ? `${problem}, such as https://api.example.com` : problem;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (url.href.includes('#')) return 'must not contain a fragment';
  if (url.href.includes('?')) return 'must not contain a query: the client adds the key';
  return undefined;
}

/** Checks the tag, because a URL of another realm (a vm context, jsdom) is not an instance of this realm's class. */
function isUrlLike(value: unknown): boolean {
  return typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]';
}
