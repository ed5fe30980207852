/** Redacts the secrets in a text. */
export type Redact = (text: string) => string;

const REPLACEMENT = '[redacted]';

/**
 * User name and password in a URL: as it is written, with slashes that JSON escapes, and percent-encoded as a part of another
 * URL. A password may contain an unescaped `@`.
 */
const IN_URL = /((?:^|:)(?:\\?\/){2})[^\s/\\?#"'<>]+@/g;
const IN_ENCODED_URL = /(%3A(?:%2F){2})(?:(?!%2F|%3F|%23)[^\s&"'<>])+?%40/gi;
/** The value of `Authorization` and `Proxy-Authorization`. */
const IN_FIELD = /\b(Basic )((?:[a-z0-9+/]{4})+(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?)(?![a-z0-9+/=])/gi;

/** Shorter passwords are redacted in URLs and header fields only, because ordinary words contain them. */
const MIN_LENGTH = 4;

/**
 * Creates the function that redacts every text of an error. Errors of the runtime contain the whole URL with the key, or that of
 * a proxy with its password. A service or a proxy may repeat them in headers and pages.
 *
 * It ignores case, and also finds keys that are percent-encoded or escaped for JSON. Credentials are redacted in any URL.
 */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const forms = new Set(secrets.flatMap((secret) => (secret === undefined ? [] : writtenForms(secret))));
  if (forms.size === 0) return redactCredentials;
  // The longest first: a form may begin with another one.
  const alternatives = [...forms].toSorted((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(alternatives.join('|'), 'gi');
  return (text) => redactCredentials(text.replace(pattern, REPLACEMENT));
}

function redactCredentials(text: string): string {
  return text
    .replace(IN_URL, `$1${REPLACEMENT}@`)
    .replace(IN_ENCODED_URL, `$1${REPLACEMENT}%40`)
    .replace(IN_FIELD, (field, scheme: string, value: string) =>
      isPair(value) ? scheme + REPLACEMENT : field,
    );
}

/** Whether a word is a user name and a password in base64, and not one of a sentence. */
function isPair(value: string): boolean {
  return atob(value).includes(':');
}

/**
 * The secrets in the URL of a proxy: its password, or a user name without one, and the value of `Proxy-Authorization`. Each is
 * decoded and as it is written.
 *
 * @param value - The URL, which may lack its scheme, as in `user:password@proxy.example.com:3128`.
 */
export function credentialsOf(value: string): string[] {
  const [, written] = /^(?:[a-z][\w+.-]*:\/\/)?([^\s/?#]+)@/i.exec(value.trim()) ?? [];
  if (written === undefined) return [];
  const [name = '', ...rest] = written.split(':');
  const password = rest.join(':');
  const words = [password || name, decode(password || name)].filter((word) => word.length >= MIN_LENGTH);
  const pairs = [`${name}:${password}`, `${decode(name)}:${decode(password)}`];
  return [...words, ...pairs.filter((pair) => pair.length > MIN_LENGTH), ...pairs.map(toBase64)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toBase64(text: string): string {
  // Every byte of UTF-8 as a character: simulated browsers have no TextEncoder.
  return btoa(unescapeBytes(encodeURIComponent(text)));
}

function unescapeBytes(text: string): string {
  return text.replace(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function writtenForms(secret: string): string[] {
  const inQuery = new URLSearchParams({ '': secret }).toString().slice(1);
  return [secret, encodeURIComponent(secret), inQuery, JSON.stringify(secret).slice(1, -1)];
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
