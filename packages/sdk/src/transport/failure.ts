import { type ForeignError, readForeignError } from '../errors/foreign-error.ts';
import { isTransportError, TransportError } from './transport.ts';

/** Maximum length of a chain of causes. Longer chains add nothing. */
const MAX_DEPTH = 4;

/** The facts about a request that its failure proves. */
interface Verdict {
  readonly sent: 'no' | 'maybe';
  readonly permanent: boolean;
}

const UNSENT: Verdict = { sent: 'no', permanent: false };
const REFUSED: Verdict = { sent: 'no', permanent: true };

/** Failures to look up a name, to connect, or to get through a proxy. Bun has its own names for them. */
const CONNECT_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|ERR_PROXY_TUNNEL|ERR_TLS_HANDSHAKE_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;
const CONNECT_CALLS = new Set(['connect', 'getaddrinfo']);
/** Deno has no codes, only the words of its HTTP library, which name the phase that failed. */
const CONNECT_WORDS =
  /: client error \(Connect\)|disconnected before secure TLS connection|^Proxy response .* when HTTP Tunneling/;

/** The request is not valid, or the program may not use the network. */
const INVALID_CODES =
  /^(?:UND_ERR_INVALID_ARG|ERR_INVALID_(?:URL|CHAR|HTTP_TOKEN|PROTOCOL)|ERR_UNESCAPED_CHARACTERS|ERR_ACCESS_DENIED)$/;
const PERMISSION_NAMES = new Set(['NotCapable', 'PermissionDenied']);
/** An `AbortSignal` of another realm, such as that of a simulated browser; a port that every `fetch` refuses. */
const INVALID_WORDS = /Expected signal|Requires net access|^bad port$|Requests to port \d+ are blocked/;

/** A certificate that is not accepted, by the codes of OpenSSL and the words of Deno's TLS library. */
const CERTIFICATE_CODES =
  /^(?:ERR_TLS_CERT_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT\w+)$/;
const CERTIFICATE_WORDS = /invalid peer certificate/;
/** A handshake that ends before any data: the other side does not speak TLS, or not a common version of it. */
const HANDSHAKE_WORDS =
  /wrong.version.number|packet.length.too.long|unsupported.protocol|handshake.failure|alert.protocol.version|unrecognized.name|no.shared.cipher|no.application.protocol|TLS handshake failed|alert.\w*.?certificate|unknown.ca\b|InvalidContentType|corrupt message/i;
const PROXY_REFUSAL =
  /^proxy authentication required$|^Proxy response \(4\d\d\)|^Failed to establish tunnel .*: HTTP\/1\.[01] 4\d\d/;

/** Converts an error of the runtime to the error of a transport. */
export function classifyFailure(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, { ...judge(error, 0), cause: error });
}

/** Creates the error for a response that started and could not be read completely. */
export function unreadable(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, { sent: 'maybe', cause: error });
}

/** Creates the error for a status that only a proxy returns. The request did not reach the service. */
export function refusedByProxy(): TransportError {
  return new TransportError('the proxy requires authentication (407)', REFUSED);
}

/** Whether the failure is the runtime's way of saying that an argument is not valid. */
export function isArgumentError(error: unknown): boolean {
  const { name, code } = readForeignError(error);
  return name === 'TypeError' || (code !== undefined && INVALID_CODES.test(code));
}

function judge(error: unknown, depth: number): Verdict {
  const failure = readForeignError(error);
  const own = judgeAlone(failure);
  if (own !== undefined) return own;
  if (depth >= MAX_DEPTH || failure.causes.length === 0) return { sent: 'maybe', permanent: false };
  // Each address of a host has a failure of its own, and all of them must prove it.
  const verdicts = failure.causes.map((cause) => judge(cause, depth + 1));
  return {
    sent: verdicts.every(({ sent }) => sent === 'no') ? 'no' : 'maybe',
    permanent: verdicts.every(({ permanent }) => permanent),
  };
}

function judgeAlone({ name, message, code = '', syscall = '' }: ForeignError): Verdict | undefined {
  if (INVALID_CODES.test(code) || PERMISSION_NAMES.has(name) || INVALID_WORDS.test(message)) return REFUSED;
  if (CERTIFICATE_CODES.test(code) || CERTIFICATE_WORDS.test(message)) return REFUSED;
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code) || CONNECT_WORDS.test(message))
    if (HANDSHAKE_WORDS.test(`${code} ${message}`)) return REFUSED;
  // The program may not call the host.
  if (code === 'EPERM' && CONNECT_CALLS.has(syscall)) return REFUSED;
  if (PROXY_REFUSAL.test(message)) return REFUSED;
  if (CONNECT_CODES.test(code) || CONNECT_CALLS.has(syscall) || CONNECT_WORDS.test(message)) return UNSENT;
  return undefined;
}

/** Creates an error with another message that keeps the code of an error of the runtime. */
export function restate(message: string, error: unknown): Error {
  const { code } = readForeignError(error);
  return Object.assign(new Error(message), code !== undefined && { code });
}
