import { type ForeignError, MAX_DEPTH, readForeignError } from '../errors/foreign-error.ts';
import { isTransportError, TransportError } from './transport.ts';

/** What a failure proves about its request. */
interface Verdict {
  readonly sent: 'no' | 'maybe';
  readonly permanent: boolean;
}

/** The request was not sent, and a later attempt may succeed. */
const UNSENT: Verdict = { sent: 'no', permanent: false };
/** The request was not sent, and each attempt fails in the same way. */
const REFUSED: Verdict = { sent: 'no', permanent: true };
const OPEN: Verdict = { sent: 'maybe', permanent: false };

/** The system calls before a connection. */
const CONNECT = /^(?:connect|getaddrinfo)$/;

/** Codes and names of failures that every attempt meets. */
const REFUSED_CODES: readonly RegExp[] = [
  // The request is not valid.
  /^(?:UND_ERR_INVALID_ARG|ERR_INVALID_(?:URL|CHAR|HTTP_TOKEN|PROTOCOL)|ERR_UNESCAPED_CHARACTERS)$/,
  // The program may not use the network: Node, then Deno.
  /^(?:ERR_ACCESS_DENIED|NotCapable|PermissionDenied)$/,
  // A certificate is not accepted: the codes of OpenSSL, those that only Bun has, and Node's word for the others.
  /^(?:(?:ERR_TLS_)?CERT_\w+|CRL_\w+|UNABLE_TO_(?:GET|DECRYPT|DECODE|VERIFY)_\w+|ERROR_IN_(?:CERT|CRL)_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$/,
  /^(?:INVALID_(?:CA|NON_CA|PURPOSE|EXTENSION)|(?:HOSTNAME|IP_ADDRESS|SUBJECT_ISSUER|AKID_SKID)_MISMATCH|(?:EE|CA)_(?:KEY|MD)_\w+|UNKNOWN_CERTIFICATE_VERIFICATION_ERROR)$/,
];

/** Codes of failures to find the host or to connect: Node, undici, Bun. */
const UNSENT_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|ERR_PROXY_TUNNEL|ERR_TLS_HANDSHAKE_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/**
 * The other side does not speak TLS, not a common version of it, has a key that is too weak, or refuses the client's
 * certificate.
 */
const HANDSHAKE =
  /wrong.version.number|packet.length.too.long|unsupported.protocol|handshake.failure|protocol.version|unrecognized.name|no.shared.cipher|no.protocols.available|no.application.protocol|key.too.small|md.too.weak|legacy.renegotiation|certificate|unknown.ca\b|TLS handshake failed/i;

/** The words of failures that have no code in a runtime and happen to every attempt. */
const REFUSED_WORDS: readonly RegExp[] = [
  // An `AbortSignal` of another realm, such as that of a simulated browser.
  /Expected signal/,
  // Deno and workerd do not accept the certificate.
  /invalid peer certificate|certificate is not trusted/,
  // Deno expects TLS, and the other side speaks something else.
  /client error \(Connect\).*(?:InvalidContentType|corrupt message|HandshakeFailure)/,
  // A proxy refuses the connection: undici, then Node.
  /^Proxy response \(4\d\d\)|^Failed to establish tunnel .*: HTTP\/1\.[01] 4\d\d/,
];

/** The words of failures to connect that have no code in a runtime. */
const UNSENT_WORDS: readonly RegExp[] = [
  // Deno.
  /: client error \(Connect\)/,
  // The proxy of undici fails.
  /^Proxy response .* when HTTP Tunneling/,
  /disconnected before secure TLS connection/,
];

/** Converts an error of the runtime to the error of a transport. */
export function classifyFailure(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, { ...judge(error), cause: error });
}

/** Limits of `fetch` in Node, which undici implements: the code of the error, the setting, and its default. */
const RUNTIME_LIMITS: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout, by default 10 s for a connection'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headersTimeout, by default 300 s for the head of a response'],
  ['UND_ERR_BODY_TIMEOUT', 'bodyTimeout, by default 300 s between parts of a body'],
]);

/** Describes the time limit of the runtime that caused a failure; undefined if none did. */
export function findRuntimeLimit(error: unknown, depth = 0): string | undefined {
  const { name, message, code = '', causes } = readForeignError(error);
  const limit = RUNTIME_LIMITS.get(code);
  if (limit !== undefined) return limit;
  // The one of Bun has no code of its own. Other classes with this name are not from a runtime.
  if (name === 'TimeoutError' && Object.prototype.toString.call(error) === '[object DOMException]')
    return message;
  // Safari ends a request after 60 s, and React Native after the limit of its system.
  if (/^(?:The|Network) request timed out\.?$/.test(message)) return message;
  return depth >= MAX_DEPTH || causes.length !== 1 ? undefined : findRuntimeLimit(causes[0], depth + 1);
}

/** Creates the error for a response that started and could not be read completely. */
export function unreadable(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, { sent: 'maybe', cause: error });
}

function judge(error: unknown, depth = 0): Verdict {
  const failure = readForeignError(error);
  const own = judgeAlone(failure);
  if (own !== undefined) return own;
  if (depth >= MAX_DEPTH || failure.causes.length === 0) return OPEN;
  // Each address of a host has a failure of its own, and all of them must prove it.
  const verdicts = failure.causes.map((cause) => judge(cause, depth + 1));
  return {
    sent: verdicts.every(({ sent }) => sent === 'no') ? 'no' : 'maybe',
    permanent: verdicts.every(({ permanent }) => permanent),
  };
}

function judgeAlone({ name, message, code = '', syscall = '', digest }: ForeignError): Verdict | undefined {
  const isOf = (patterns: readonly RegExp[], ...texts: readonly string[]) =>
    patterns.some((pattern) => texts.some((text) => pattern.test(text)));
  // A framework stops the rendering that made the call. An error of this kind does not show what was sent before.
  if (digest !== undefined) return { sent: 'maybe', permanent: true };
  if (
    isOf(REFUSED_CODES, code, name) ||
    isOf(REFUSED_WORDS, message) ||
    // Bun and older versions of Node have one code for all failures of the protocol.
    HANDSHAKE.test(code === 'EPROTO' ? message : code) ||
    // Deno: the program may not call the host.
    (code === 'EPERM' && CONNECT.test(syscall))
  )
    return REFUSED;
  return CONNECT.test(syscall) || UNSENT_CODES.test(code) || isOf(UNSENT_WORDS, message) ? UNSENT : undefined;
}

/** Creates an error with another message that keeps the code of an error of the runtime. */
export function restate(message: string, error: unknown): Error {
  const { code } = readForeignError(error);
  return Object.assign(new Error(message), code !== undefined && { code });
}

/** Larger than any response of the service. Without a limit, a larger body could fill the memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Creates the error for a body beyond {@link MAX_BODY_BYTES}. */
export function tooLarge(): TransportError {
  return new TransportError('the response is larger than 64 MiB', { sent: 'maybe', permanent: true });
}
