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

/** A kind of failure. An error is of this kind if each member that the rule has matches. */
interface Rule {
  readonly verdict: Verdict;
  readonly code?: RegExp;
  readonly name?: RegExp;
  /** The system call. */
  readonly call?: RegExp;
  /** The words, only where a runtime has no code. */
  readonly message?: RegExp;
}

const CONNECT = /^(?:connect|getaddrinfo)$/;
/** The other side does not speak TLS, not a common version of it, or refuses the client's certificate. */
const HANDSHAKE =
  /wrong.version.number|packet.length.too.long|unsupported.protocol|handshake.failure|protocol.version|unrecognized.name|no.shared.cipher|no.application.protocol|certificate|unknown.ca\b|TLS handshake failed/i;

/** The first rule that matches decides. */
const RULES: readonly Rule[] = [
  // The request is not valid.
  {
    verdict: REFUSED,
    code: /^(?:UND_ERR_INVALID_ARG|ERR_INVALID_(?:URL|CHAR|HTTP_TOKEN|PROTOCOL)|ERR_UNESCAPED_CHARACTERS)$/,
  },
  // An `AbortSignal` of another realm, such as that of a simulated browser.
  { verdict: REFUSED, message: /Expected signal/ },
  // The program may not use the network: Node and Deno.
  { verdict: REFUSED, code: /^ERR_ACCESS_DENIED$/ },
  { verdict: REFUSED, name: /^(?:NotCapable|PermissionDenied)$/ },
  { verdict: REFUSED, code: /^EPERM$/, call: CONNECT },
  // A certificate is not accepted: OpenSSL, then Deno.
  {
    verdict: REFUSED,
    code: /^(?:ERR_TLS_CERT_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT\w+)$/,
  },
  { verdict: REFUSED, message: /invalid peer certificate/ },
  // The TLS handshake fails: Node, Bun and older Node, Deno.
  { verdict: REFUSED, code: HANDSHAKE },
  { verdict: REFUSED, code: /^EPROTO$/, message: HANDSHAKE },
  {
    verdict: REFUSED,
    message: /client error \(Connect\).*(?:InvalidContentType|corrupt message|HandshakeFailure)/,
  },
  // A proxy refuses: undici and Node.
  {
    verdict: REFUSED,
    message: /^Proxy response \(4\d\d\)|^Failed to establish tunnel .*: HTTP\/1\.[01] 4\d\d/,
  },
  { verdict: UNSENT, message: /^Proxy response .* when HTTP Tunneling/ },
  // The host is not found, or the connection fails: Node, undici, Bun, Deno.
  {
    verdict: UNSENT,
    code: /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|ERR_PROXY_TUNNEL|ERR_TLS_HANDSHAKE_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/,
  },
  { verdict: UNSENT, call: CONNECT },
  { verdict: UNSENT, message: /: client error \(Connect\)|disconnected before secure TLS connection/ },
];

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

/** Creates the error for the status 407 of a proxy that the transport uses. The request did not reach the service. */
export function refusedByProxy(): TransportError {
  return new TransportError('the proxy requires authentication (407)', REFUSED);
}

/** Whether the failure is the runtime's way of saying that an argument is not valid. */
export function isArgumentError(error: unknown): boolean {
  const { name, code } = readForeignError(error);
  return name === 'TypeError' || (code ?? '').startsWith('ERR_INVALID_');
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
  return RULES.find(
    (rule) =>
      (rule.code?.test(code) ?? true) &&
      (rule.name?.test(name) ?? true) &&
      (rule.call?.test(syscall) ?? true) &&
      (rule.message?.test(message) ?? true),
  )?.verdict;
}

/** Creates an error with another message that keeps the code of an error of the runtime. */
export function restate(message: string, error: unknown): Error {
  const { code } = readForeignError(error);
  return Object.assign(new Error(message), code !== undefined && { code });
}
