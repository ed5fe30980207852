import type { ReceiptCounts } from '@messaging-service/contract';
import {
  ApiError,
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from './api-errors.ts';
import {
  AbortError,
  ConfigurationError,
  ConnectionError,
  ReceiptsTimeoutError,
  RequestValidationError,
  SendManyStoppedError,
  TimeoutError,
  UnexpectedResponseError,
} from './call-errors.ts';
import type * as classes from './classes.ts';
import { type CallDetails, MessagingError, ResponseError } from './messaging-error.ts';

/** The members of errors, as `toJSON` writes them. */
interface WrittenError extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly message: string;
  readonly attempts: number;
  readonly maybeSent: boolean;
  readonly ids: readonly string[];
}

/**
 * Restores an error that `toJSON` wrote, for example in another process, a worker or a queue job. It has the same class and
 * members, so `instanceof` and `isMessagingError` work. Its stack starts at this call, and the response headers are
 * missing.
 *
 * @param value - The object that `error.toJSON()` returned, or a copy of it, such as one of `JSON.parse` or `structuredClone`.
 * @returns The error; undefined if the value is not such an object.
 *
 * @example
 * ```ts
 * import { errorFromJSON, isMessagingError, TimeoutError } from '@messaging-service/sdk';
 *
 * const written = JSON.stringify(new TimeoutError('No response', 500, 'timeout', { maybeSent: true }));
 * const error = errorFromJSON(JSON.parse(written));
 * if (isMessagingError(error, 'TimeoutError')) console.log(error.maybeSent); // true
 * ```
 */
export function errorFromJSON(value: unknown): MessagingError | undefined {
  if (!isWrittenError(value)) return undefined;
  const { name, message, attempts, maybeSent, ids, cause, ...members } = value;
  const details: CallDetails = { attempts, maybeSent, ids: [...ids], cause: errorFromJSON(cause) };
  const error = construct(CLASSES[name as keyof typeof CLASSES] as ErrorClass, message, details, members);
  // The constructors of some classes compose the message and derive members from the response.
  const { body: _, counts: __, ...own } = members;
  Object.defineProperty(error, 'message', { value: message });
  // The object can come from elsewhere: its members must not replace methods, or the class by `__proto__`.
  const isMember = ([key]: [string, unknown]) => Object.hasOwn(error, key) || !(key in error);
  return Object.assign(error, Object.fromEntries(Object.entries(own).filter(isMember)));
}

/** The classes by their names. They are listed, because bundlers keep a namespace that is read at run time as a whole. */
const CLASSES = {
  AbortError,
  ApiError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  MessagingError,
  NotFoundError,
  RateLimitError,
  ReceiptsTimeoutError,
  RequestValidationError,
  ResponseError,
  SendManyStoppedError,
  SenderNotOwnedError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
} satisfies typeof classes;

/** A class of errors with the fields of all of its base classes. */
type ErrorClass = new (...parameters: never) => MessagingError;

/** Calls the constructor that makes the private fields of a class. */
function construct(
  Class: ErrorClass,
  message: string,
  details: CallDetails,
  { status, body, issues, counts, timeout }: Readonly<Record<string, unknown>>,
): MessagingError {
  const make = (Base: object, ...parameters: unknown[]) =>
    Reflect.construct(Base as ErrorClass, parameters, Class) as MessagingError;
  const isA = (Base: object) => Class === Base || Object.prototype.isPrototypeOf.call(Base, Class);
  const response = { status: Number(status), headers: {}, body: typeof body === 'string' ? body : '' };
  if (isA(UnexpectedResponseError))
    return make(UnexpectedResponseError, message, issues, { ...details, response });
  if (isA(ResponseError))
    return make(ApiError, message, { ...details, response, isComplete: body === undefined });
  if (isA(ReceiptsTimeoutError)) {
    const summary = counts === undefined ? undefined : { counts: counts as ReceiptCounts };
    return make(ReceiptsTimeoutError, Number(timeout), summary, details);
  }
  return make(MessagingError, message, details);
}

function isWrittenError(value: unknown): value is WrittenError {
  if (typeof value !== 'object' || value === null) return false;
  const { name, message, attempts, maybeSent, ids } = value as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    Object.hasOwn(CLASSES, name) &&
    typeof message === 'string' &&
    typeof attempts === 'number' &&
    typeof maybeSent === 'boolean' &&
    Array.isArray(ids)
  );
}
