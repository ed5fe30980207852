import { bytesOf, type HttpRequest } from '@messaging-service/emulator/host';
import { shellWord } from '@messaging-service/text';

/** A call to repeat, and the service that gets it. */
export interface CurlCall extends HttpRequest {
  /** Address of the service. */
  readonly baseUrl: string;
}

/** Headers of one connection. Curl writes its own. */
const OF_THE_CONNECTION =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|expect|te|trailer|upgrade|http2-settings|proxy-connection)$/i;

/** Headers that curl adds when it is not told to leave them out. */
const ADDED_BY_CURL = ['user-agent', 'accept'];

/** A path and a query that curl sends as they are written. The others are given to it separately. */
const PLAIN_TARGET = /^\/[\w.~!$&'()*+,;=:@%/?[\]{}-]*$/;

/** An argument of a program can have 128 KiB on Linux. The output of a command of the shell has no limit. */
const LONGEST_ARGUMENT = 100_000;

/**
 * A command for a POSIX shell that makes exactly one call again: with the same method, path, query, headers and bytes. Neither
 * the shell nor curl finds anything to interpret in its texts. Line breaks are the only control characters in it, so it can
 * be pasted into a terminal.
 */
export function curlCommand({ method, target, body, rawHeaders, baseUrl }: CurlCall): string {
  const bytes = bytesOf(body);
  const base = baseUrl.replace(/\/+$/, '');
  const head = ['curl', ...methodOptions(method, bytes.length > 0), ...targetOptions(base, target.url)];
  const options = headersOf(rawHeaders, bytes.length > 0).map((header) => `-H ${wordOfBytes(header)}`);
  if (bytes.length === 0) return [head.join(' '), ...options].join(' \\\n  ');
  const word = wordOf(bytes);
  const isArgument = word !== undefined && bytes.length <= LONGEST_ARGUMENT;
  const data = isArgument ? `--data-raw ${word}` : '--data-binary @-';
  const command = [head.join(' '), ...options, data].join(' \\\n  ');
  if (isArgument) return command;
  return `printf ${word === undefined ? escapes(bytes) : `%s ${word}`} | ${command}`;
}

function methodOptions(method: string, hasBody: boolean): string[] {
  // With a body, curl makes a POST by default.
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  if (method !== 'HEAD') return ['-X', /^[A-Z]+$/.test(method) ? method : wordOfBytes(latin1(method))];
  if (!hasBody) return ['--head'];
  // Curl cannot send a body with --head, and without it waits for the body of the response, until the connection ends.
  return ['-X', 'HEAD', '--ignore-content-length', '-H', `'connection: close'`];
}

function targetOptions(base: string, url: string): string[] {
  if (!PLAIN_TARGET.test(url)) {
    const path = base.replace(/^\w+:\/\/[^/]*/, '');
    return ['--request-target', wordOfBytes(latin1(path + url)), shellWord(base)];
  }
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    // A segment with dots only, which curl would resolve.
    ...(/\/\.{1,2}(?:[/?]|$)/.test(url) ? ['--path-as-is'] : []),
    shellWord(base + url),
  ];
}

/** The headers as curl takes them: a semicolon stands for an empty value, and nothing after a colon leaves a header out. */
function headersOf(rawHeaders: readonly string[] | undefined, hasBody: boolean): Uint8Array[] {
  if (rawHeaders === undefined) return hasBody ? [latin1('content-type: application/json')] : [];
  const headers: string[] = [];
  const names = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    names.add(name.toLowerCase());
    if (!OF_THE_CONNECTION.test(name)) headers.push(value === '' ? `${name};` : `${name}: ${value}`);
  }
  const added = hasBody ? [...ADDED_BY_CURL, 'content-type'] : ADDED_BY_CURL;
  const omitted = added.filter((name) => !names.has(name)).map((name) => `${name}:`);
  return [...headers, ...omitted].map(latin1);
}

/** The bytes of a text with one character for each byte, as Node reads request lines and headers. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Bytes as one word of a shell. */
function wordOfBytes(bytes: Uint8Array): string {
  // The substitution removes line feeds at the end. A request line or a header has none.
  return wordOf(bytes) ?? `"$(printf ${escapes(bytes)})"`;
}

/** Bytes in quotes; undefined when they are not text, or contain a control character, on which terminals act. */
function wordOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /(?!\n)\p{Cc}/u.test(text) ? undefined : shellWord(text);
  } catch {
    return undefined;
  }
}

/** A format for `printf` that prints the bytes. */
function escapes(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w .,:;/{}"[\]=+@?&]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${text.join('')}'`;
}
