import { createRedact as redactAll } from '@messaging-service/contract';

/** Redacts the secrets in a text. */
export type Redact = (text: string) => string;

const REPLACEMENT = '[redacted]';

/**
 * User name and password in a URL: as it is written, with slashes that JSON escapes, and percent-encoded as a part of another
 * URL. A password may contain an unescaped `@`; after a user name, also slashes, `?` and `#`, unless a port comes first.
 */
const IN_URL = /((?:^|:)(?:\\?\/){2})[^\s/\\?#"'<>]+@/g;
const IN_ODD_URL = /((?:^|:)(?:\\?\/){2})[^\s/\\?#"'<>@:]{1,256}:(?!\d{0,5}(?:[/\\?#]|$))[^\s"'<>]{1,256}@/g;
const IN_ENCODED_URL = /(%3A(?:%2F){2})(?:(?!%2F|%3F|%23)[^\s&"'<>])+?%40/gi;
/** The value of `Authorization` and `Proxy-Authorization`. */
const IN_FIELD = /\b(Basic )((?:[a-z0-9+/]{4})+(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?)(?![a-z0-9+/=])/gi;

/** Shorter passwords are redacted in URLs and header fields only, because ordinary words contain them. */
const MIN_LENGTH = 4;

/**
 * Creates the function that redacts every text of an error. Errors of the runtime contain the whole URL with the key, or that of
 * a proxy with its password. A service or a proxy may repeat them in headers and pages, in any encoding.
 *
 * Credentials are redacted in any URL.
 */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const redactSecrets = redactAll(secrets, REPLACEMENT);
  return (text) => redactCredentials(redactSecrets(text));
}

function redactCredentials(text: string): string {
  return text
    .replace(IN_URL, `$1${REPLACEMENT}@`)
    .replace(IN_ODD_URL, `$1${REPLACEMENT}@`)
    .replace(IN_ENCODED_URL, `$1${REPLACEMENT}%40`)
    .replace(IN_FIELD, (field, scheme: string, value: string) =>
      isPair(value) ? scheme + REPLACEMENT : field,
    );
}

/** Whether a word is a user name and a password in base64, and not one of a sentence. */
function isPair(value: string): boolean {
  return typeof atob === 'undefined' || atob(value).includes(':');
}

/**
 * The secrets in the URL of a proxy: its password, or a user name without one, and the two together, as in the value of
 * `Proxy-Authorization`. Each is decoded and as it is written. A password may contain what URLs have to escape: `/`, `?`, `#` and
 * `@`. Then it is not known which `@` ends it, so both readings count.
 *
 * @param value - The URL, which may lack its scheme, as in `user:password@proxy.example.com:3128`.
 */
export function credentialsOf(value: string): string[] {
  const rest = value.trim().replace(/^[a-z][\w+.-]*:\/\//i, '');
  const readings = [/^[^\s/?#]+(?=@)/, /^.+(?=@)/s].flatMap((pattern) => pattern.exec(rest) ?? []);
  return [...new Set(readings)].flatMap((written) => {
    const [name = '', ...more] = written.split(':');
    const password = more.join(':');
    const words = [password || name, decode(password || name)].filter((word) => word.length >= MIN_LENGTH);
    const pairs = [`${name}:${password}`, `${decode(name)}:${decode(password)}`];
    return [...words, ...pairs.filter((pair) => pair.length > MIN_LENGTH)];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
