import { type ForeignError, MAX_DEPTH, readForeignError } from '../errors/foreign-error.ts';
import { isTransportError, TransportError } from './transport.ts';

/** The system calls before a connection. */
const CONNECT = /^(?:connect|getaddrinfo)$/;

/** Codes and names of failures before a request was sent. */
const UNSENT: readonly RegExp[] = [
  // The request is not valid.
  /^(?:UND_ERR_INVALID_ARG|ERR_INVALID_(?:URL|CHAR|HTTP_TOKEN|PROTOCOL)|ERR_UNESCAPED_CHARACTERS)$/,
  // The program may not use the network: Node, then Deno.
  /^(?:ERR_ACCESS_DENIED|NotCapable|PermissionDenied)$/,
  // A certificate is not accepted: OpenSSL.
  /^(?:ERR_TLS_CERT_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT\w+)$/,
  // The host is not found, or the connection fails: Node, undici, Bun.
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|ERR_PROXY_TUNNEL|ERR_TLS_HANDSHAKE_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/,
];

/** The other side does not speak TLS, not a common version of it, or refuses the client's certificate. */
const HANDSHAKE =
  /wrong.version.number|packet.length.too.long|unsupported.protocol|handshake.failure|protocol.version|unrecognized.name|no.shared.cipher|no.application.protocol|certificate|unknown.ca\b|TLS handshake failed/i;

/** The words of failures for which a runtime has no code. */
const UNSENT_WORDS: readonly RegExp[] = [
  // An `AbortSignal` of another realm, such as that of a simulated browser.
  /Expected signal/,
  // Deno cannot connect, or does not accept the certificate.
  /: client error \(Connect\)|invalid peer certificate/,
  // The proxy of undici refuses.
  /^Proxy response .* when HTTP Tunneling/,
  /disconnected before secure TLS connection/,
];

/** Converts an error of the runtime to the error of a transport. */
export function classifyFailure(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, {
    sent: provesUnsent(error) ? 'no' : 'maybe',
    cause: error,
  });
}

/** Creates the error for a response that started and could not be read completely. */
export function unreadable(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  return new TransportError(readForeignError(error).message, { sent: 'maybe', cause: error });
}

/** Whether a failure proves that the request was not sent. */
function provesUnsent(error: unknown, depth = 0): boolean {
  const failure = readForeignError(error);
  if (isUnsent(failure)) return true;
  if (depth >= MAX_DEPTH || failure.causes.length === 0) return false;
  // Each address of a host has a failure of its own, and all of them must prove it.
  return failure.causes.every((cause) => provesUnsent(cause, depth + 1));
}

function isUnsent({ name, message, code = '', syscall = '' }: ForeignError): boolean {
  return (
    CONNECT.test(syscall) ||
    UNSENT.some((pattern) => pattern.test(code) || pattern.test(name)) ||
    // Bun and older versions of Node have one code for all failures of the protocol.
    HANDSHAKE.test(code === 'EPROTO' ? message : code) ||
    UNSENT_WORDS.some((pattern) => pattern.test(message))
  );
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
  return new TransportError('the response is larger than 64 MiB', { sent: 'maybe' });
}
