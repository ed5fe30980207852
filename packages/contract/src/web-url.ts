import { invisibleCharacters } from './phone-number.ts';

/** Characters that no part of a URL can have: white space, controls, and format characters except those inside words and emoji. */
const NOT_IN_URLS = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])[\p{Cc}\p{Z}\p{Cf}]/u;
/** The problem of a text that is not a mistyped URL, but not a URL at all. */
export const NOT_A_WEB_URL = 'must be an absolute http or https URL';
/** Characters of ASCII that a URL has only in encoded form. */
const ENCODED = /["<>\\^`{}]/;

/**
 * Explains why a text is not the address of a web server; `undefined` if it is one. Parsers of URLs repair many mistakes without a
 * word: they remove line breaks and add slashes. The service that gets the text may not, so
 * such a text is refused. Hosts and paths in any script are accepted, and so are credentials. See WHK-7.
 *
 * @param text - The URL.
 * @returns The reason, in words that can follow the name of the value. It does not repeat the URL, which can contain secrets.
 *
 * @example
 * ```ts
 * import { webUrlProblem } from '@messaging-service/contract';
 *
 * webUrlProblem('https://example.com/x'); // undefined
 * webUrlProblem('https://example.com/x\n'); // 'must not contain U+000A, which is invisible'
 * ```
 */
export function webUrlProblem(text: string): string | undefined {
  if (!/^\P{L}*https?:/iu.test(text)) return NOT_A_WEB_URL;
  if (/^ | $/.test(text)) return 'must not begin or end with a space';
  if (text.includes(' ')) return 'must not contain a space: write %20';
  if (NOT_IN_URLS.test(text)) return `must not contain ${invisibleCharacters(text)}, which is invisible`;
  if (text.includes('\\')) return 'must not contain a backslash: write /';
  if (!/^https?:/i.test(text)) return NOT_A_WEB_URL;
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === undefined) return 'must have exactly two slashes and a host after http: or https:';
  const [character] = ENCODED.exec(text) ?? [];
  if (character !== undefined)
    return `must not contain ${character}: write %${character.charCodeAt(0).toString(16).toUpperCase()}`;
  try {
    return authorityProblem(authority, new URL(text));
  } catch {
    return 'must have a host and a port that exist';
  }
}

/** Explains what a parser changed in the credentials, the host and the port. */
function authorityProblem(authority: string, url: URL): string | undefined {
  const [, credentials, hostAndPort = ''] = /^(?:(.*)@)?(.*)$/u.exec(authority) ?? [];
  if (credentials === '' || credentials === ':') return 'must have a name before @, or no @';
  if (credentials?.includes('@') === true)
    return 'must have one @ before the host: write %40 for another one';
  const [, host = '', port] = /^(.*?)(?::([^:\]]*))?$/u.exec(hostAndPort) ?? [];
  if (port !== undefined && !/^(?:0|[1-9]\d*)$/.test(port))
    return 'must have a port after the colon, without leading zeros';
  // Other scripts have one encoding, and addresses of the Internet Protocol have several spellings. Neither is a mistake.
  if (host.startsWith('[') || /[^ -~]/.test(host) || /^[\d.]+$/.test(url.hostname)) return undefined;
  return host.toLowerCase() === url.hostname
    ? undefined
    : `must name its host as ${url.hostname}, because it is read as that`;
}
