import { pathOf } from './decode.ts';

/** Members whose values are secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['apiKey', 'mo_webhook_secret']);

/** Shown in place of a text that names a secret but is not JSON: the end of the secret is unknown. */
const HIDDEN = '(redacted: the body names a secret and is not JSON)';

/** The last four characters of a key identify its owner. */
function mask(secret: string): string {
  return `****${secret.length > 12 ? secret.slice(-4) : ''}`;
}

/** A text without API keys: 32 hexadecimal characters, see KEY-4. */
export function redactKeys(text: string): string {
  return text.replaceAll(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi, mask);
}

/** A URL without its API key, however the parameter is encoded, and without its password. */
export function redactUrl(url: string): string {
  const path = pathOf(url);
  const pairs = url.slice(path.length + 1).split('&');
  const shown = path.replace(/^(https?:\/\/[^/@:]*:)[^/@]*@/i, '$1****@');
  return path === url ? shown : `${shown}?${pairs.map(redactPair).join('&')}`;
}

function redactPair(pair: string): string {
  const key = new URLSearchParams(`?${pair}`).get('key');
  return key !== null && pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${mask(key)}` : pair;
}

/** Headers whose values can be credentials: those of a proxy before the service, or of the caller's own. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);

/** The headers of a request without credentials. Names are in lower case, and repeated headers are joined. */
export function redactHeaders(rawHeaders: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const text = rawHeaders[index + 1] as string;
    const value = SECRET_HEADERS.has(name) ? mask(text) : text;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { ...headers };
}

/** Every secret is named in the text, or its name is written with an escape. */
const MENTION = /apiKey|mo_webhook_secret|\\u/;

/** A body without its secrets; a body without secrets is unchanged. */
export function redactBody(body: string): string {
  if (!MENTION.test(body)) return body;
  const secrets: unknown[] = [];
  const hide = (name: string, value: unknown) => {
    if (!SECRET_NAMES.has(name)) return value;
    secrets.push(value);
    return mask(typeof value === 'string' ? value : '');
  };
  try {
    const shown = JSON.stringify(JSON.parse(body, hide));
    return secrets.length > 0 ? shown : body;
  } catch {
    return HIDDEN;
  }
}
