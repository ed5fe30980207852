import { isTransportError, TransportError } from './transport.ts';

/** A chain of causes longer than this adds nothing. */
const MAX_DEPTH = 4;

/** Failures to look a name up or to connect. Bun names the refused connection in its own way. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);
const CONNECT_CALLS = new Set(['connect', 'getaddrinfo']);
/** Deno has no codes, only the words of its HTTP library, which name the phase that failed. */
const CONNECT_MESSAGE = /: client error \(Connect\)/;

/** Makes the error of a transport of an error of the runtime. */
export function classifyFailure(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  const { message } = readFailure(error);
  return new TransportError(message, {
    sent: neverLeft(error, 0) ? 'no' : 'maybe',
    cause: error,
  });
}

/** Whether the failure proves that the request did not leave. Every address of a host must have failed in such a way. */
function neverLeft(error: unknown, depth: number): boolean {
  const { code, syscall, message, causes } = readFailure(error);
  if (code !== undefined && CONNECT_CODES.has(code)) return true;
  if (syscall !== undefined && CONNECT_CALLS.has(syscall)) return true;
  if (CONNECT_MESSAGE.test(message)) return true;
  return depth < MAX_DEPTH && causes.length > 0 && causes.every((cause) => neverLeft(cause, depth + 1));
}

function readFailure(error: unknown) {
  try {
    const { message, code, syscall, cause, errors } = Object(error) as Record<string, unknown>;
    const causes = Array.isArray(errors) && errors.length > 0 ? (errors as unknown[]) : [cause];
    return {
      message: typeof message === 'string' ? message : '',
      code: typeof code === 'string' ? code : undefined,
      syscall: typeof syscall === 'string' ? syscall : undefined,
      causes: causes.filter((one) => one !== undefined && one !== null),
    };
  } catch {
    // A getter or proxy that throws.
    return { message: '', code: undefined, syscall: undefined, causes: [] };
  }
}
