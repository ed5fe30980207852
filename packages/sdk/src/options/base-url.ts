/** A base URL that was read: what goes before the paths of the endpoint table, or what is wrong with it. */
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
  if (url.username !== '' || url.password !== '') return { problem: 'must hold no credentials' };
  if (url.href.includes('#')) return { problem: 'must hold no fragment' };
  if (url.href.includes('?')) return { problem: 'must hold no query: the client adds the key itself' };
  return { prefix: url.href.replace(/\/+$/, '') };
}

/** By its tag, since a URL of another realm (a vm context, jsdom) is not an instance of this one's class. */
function isUrlLike(value: unknown): boolean {
  return typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]';
}
