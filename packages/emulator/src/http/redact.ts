import { parsePair } from './decode.ts';
import { endOfString } from './json-strings.ts';

/** Members whose values are secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['apiKey', 'mo_webhook_secret']);

/** Shown in place of a text that names a secret but is not JSON: the end of the secret is unknown. */
const HIDDEN = '(redacted: the body names a secret and is not JSON)';

/** The last four characters of a key identify its owner. */
function mask(secret: string): string {
  return `****${secret.length > 12 ? secret.slice(-4) : ''}`;
}

/** A URL without its API key, however the parameter is encoded. */
export function redactUrl(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return url;
  return `${url.slice(0, mark + 1)}${url
    .slice(mark + 1)
    .split('&')
    .map(redactPair)
    .join('&')}`;
}

function redactPair(pair: string): string {
  const { name, value } = parsePair(pair);
  return name === 'key' && pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${mask(value)}` : pair;
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

/** The characters that JSON has between its strings; anything else means that the text is not JSON. */
const BETWEEN_STRINGS = /^[\s{}[\],:\d.+\-aeflnrstuE]*$/;

/**
 * A body without its secrets. The text is scanned like JSON, string by string, so that names with escapes, duplicate
 * and nested members are all found, and the rest does not change. A text may end early; the secret then ends with it.
 */
export function redactBody(body: string): string {
  if (!MENTION.test(body)) return body;
  const shown: string[] = [];
  let at = 0;
  while (at < body.length) {
    const start = indexOrEnd(body, '"', at);
    const between = body.slice(at, start);
    if (!BETWEEN_STRINGS.test(between)) return HIDDEN;
    const end = endOfString(body, start);
    shown.push(between, body.slice(start, end + 1));
    at = end + 1;
    const value = isSecretName(body.slice(start, end + 1)) ? startOfValue(body, at) : undefined;
    if (value === undefined) continue;
    const valueEnd = endOfValue(body, value);
    shown.push(body.slice(at, value), `"${mask(textOf(body.slice(value, valueEnd)))}"`);
    at = valueEnd;
  }
  return shown.join('');
}

function isSecretName(quoted: string): boolean {
  if (!quoted.includes('\\')) return SECRET_NAMES.has(quoted.slice(1, -1));
  try {
    return SECRET_NAMES.has(JSON.parse(quoted) as string);
  } catch {
    return false;
  }
}

/** Where the value of a member begins, or undefined when the string before was not a name. */
function startOfValue(body: string, at: number): number | undefined {
  const colon = skipSpace(body, at);
  return body[colon] === ':' ? skipSpace(body, colon + 1) : undefined;
}

function skipSpace(body: string, at: number): number {
  let next = at;
  while (next < body.length && /\s/.test(body[next] as string)) next++;
  return next;
}

/** Where a value ends: a secret should be a string, but a caller can send anything. */
function endOfValue(body: string, start: number): number {
  let levels = 0;
  for (let at = start; at < body.length; at++) {
    const character = body[at] as string;
    if (character === '"') {
      at = endOfString(body, at);
      if (levels === 0) return Math.min(at + 1, body.length);
    } else if (character === '[' || character === '{') levels++;
    else if (character === ']' || character === '}') {
      if (levels <= 1) return levels === 0 ? at : at + 1;
      levels--;
    } else if (character === ',' && levels === 0) return at;
  }
  return body.length;
}

/** The text of a value without its quotes. */
function textOf(value: string): string {
  return value.startsWith('"') ? value.slice(1, value.endsWith('"') ? -1 : undefined) : '';
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from);
  return found === -1 ? text.length : found;
}
