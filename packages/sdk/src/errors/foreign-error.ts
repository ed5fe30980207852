import { AbortError } from './call-errors.ts';
import type { CallDetails } from './messaging-error.ts';
import type { Redact } from './redact.ts';

/** Maximum length of a chain of causes. Longer chains add nothing. */
export const MAX_DEPTH = 4;

/** An error of the runtime or of a caller's transport. Only these members are trusted. */
export interface ForeignError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  /** The system call that failed. */
  readonly syscall: string | undefined;
  /** The mark by which React and Next.js recognize an error that stops a rendering. */
  readonly digest: string | undefined;
  readonly causes: readonly unknown[];
}

/**
 * Copies an error of the runtime, its causes included, as plain errors that keep only texts, with the keys
 * redacted. The original contains the request, whose URL contains the key.
 */
export function copyForeignError(error: unknown, redact: Redact, depth = 0): Error {
  const { name, message, stack, code, causes } = readForeignError(error);
  const [inner] = depth < MAX_DEPTH ? causes : [];
  // The wrapper of a transport usually repeats the error of the runtime inside it.
  if (name === 'TransportError' && inner !== undefined && repeats(message, inner))
    return copyForeignError(inner, redact, depth + 1);
  const cause = inner === undefined ? undefined : { cause: copyForeignError(inner, redact, depth + 1) };
  const copy = new Error(redact(message), cause);
  hide(copy, 'name', redact(name));
  hide(copy, 'stack', redact(stack ?? `${name}: ${message}`));
  return code === undefined ? copy : Object.assign(copy, { code: redact(code) });
}

/**
 * Creates the error of a call that its caller aborted.
 *
 * @param operation - The operation's name in messages.
 * @param reason - The reason of the caller's signal.
 */
export function createAbortError(
  operation: string,
  reason: unknown,
  redact: Redact,
  details: CallDetails,
): AbortError {
  return new AbortError(`${operation} was aborted`, { ...details, cause: copyReason(reason, redact) });
}

/**
 * Copies the reason of a caller's signal, which may be any value. The original is never exposed, because a foreign object
 * may lead to a key.
 */
function copyReason(reason: unknown, redact: Redact): unknown {
  if (typeof reason === 'string') return redact(reason);
  if (typeof reason === 'function') return redact(reason.name);
  // Unchanged, so that it can be compared, unless its description contains a key.
  if (typeof reason === 'symbol' && redact(String(reason)) !== String(reason)) return redact(String(reason));
  if (typeof reason !== 'object' || reason === null) return reason;
  if (isErrorLike(reason)) return copyForeignError(reason, redact);
  try {
    return JSON.parse(redact(JSON.stringify(reason))) as unknown;
  } catch {
    return copyForeignError(reason, redact);
  }
}

/** Checks the stack, because errors of other realms and DOM exceptions are not instances of this realm's class. */
function isErrorLike(value: object): boolean {
  return value instanceof Error || readForeignError(value).stack !== undefined;
}

/** The message of the innermost cause, because the outer ones only say "fetch failed". */
export function innermostMessage(error: Error): string {
  const inner = error.cause instanceof Error ? innermostMessage(error.cause) : UNKNOWN;
  // OpenSSL ends its messages with a line break.
  return inner === UNKNOWN ? error.message.trim() : inner;
}

/** The first `digest` of an error and its causes: see {@link ForeignError}. */
export function findDigest(error: unknown, depth = 0): string | undefined {
  const { digest, causes } = readForeignError(error);
  if (digest !== undefined || depth >= MAX_DEPTH) return digest;
  return causes.length === 0 ? undefined : findDigest(causes[0], depth + 1);
}

function repeats(message: string, inner: unknown): boolean {
  return message === UNKNOWN || message === readForeignError(inner).message;
}

const UNKNOWN = 'unknown failure';

/** Reads an error. A getter or a proxy that throws makes it an unknown failure. */
export function readForeignError(error: unknown): ForeignError {
  try {
    return readMembers(error);
  } catch {
    return readMembers(undefined);
  }
}

function readMembers(error: unknown): ForeignError {
  const { name, message, stack, code, syscall, erroredSysCall, digest, cause, errors } = Object(
    error,
  ) as Record<string, unknown>;
  const causes = Array.isArray(errors) && errors.length > 0 ? (errors as unknown[]) : [cause];
  return {
    name: text(name) ?? 'Error',
    message: text(message) || text(code) || text(error) || UNKNOWN,
    stack: text(stack),
    code: text(code),
    // node-fetch has its own name for it.
    syscall: text(syscall) ?? text(erroredSysCall),
    digest: text(digest),
    causes: causes.filter((one) => one !== undefined && one !== null),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Members that errors have, but do not show a second time when they are logged. */
function hide(error: Error, member: 'name' | 'stack', value: string): void {
  Object.defineProperty(error, member, { value, configurable: true, writable: true, enumerable: false });
}
