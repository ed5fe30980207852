/** The result of reading a base URL: the prefix of all paths, or the problem. */
export type BaseUrl = { readonly prefix: string } | { readonly problem: string };

/**
 * Reads a base URL. A path in it is kept and a slash at its end makes no difference. Credentials, a query or a fragment
 * are refused: paths are appended, and secrets in a URL end up in logs. No problem repeats the URL, for the same reason.
 */
export function readBaseUrl(baseUrl: unknown): BaseUrl {
  const text = isUrlLike(baseUrl) ? String(baseUrl) : '';
  if (!URL.canParse(text)) return { problem: 'must be an absolute URL, such as https://api.example.com' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: 'must be an http or https URL' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain credentials' };
  if (url.href.includes('#')) return { problem: 'must not contain a fragment' };
  if (url.href.includes('?')) return { problem: 'must not contain a query: the client adds the key' };
  return { prefix: url.href.replace(/\/+$/, '') };
}

/** Checks the tag, because a URL of another realm (a vm context, jsdom) is not an instance of this realm's class. */
function isUrlLike(value: unknown): boolean {
  return typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]';
}
