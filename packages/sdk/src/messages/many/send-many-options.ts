import { type Issue, messageEndpoints } from '@messaging-service/contract';
import { isRecord } from '../../call/values.ts';
import { nameOperation, optionIssues } from '../../call/write-request.ts';
import { InvalidKeyError } from '../../errors/api-errors.ts';
import { redactIssues } from '../../errors/issue-summary.ts';
import type { Redact } from '../../errors/redact.ts';
import { RequestValidationError } from '../../errors/request-validation-error.ts';
import { nestedIssues } from '../../options/call-options.ts';
import {
  checkCount,
  checkDelay,
  checkFunction,
  checkTimeout,
  isObject,
  memberIssues,
} from '../../options/option-checks.ts';
import type { SafeResend } from '../../options/options.ts';
import type { MessageDefaults, SendMessagesOptions } from '../message-request.ts';
import type { Rate } from './pace.ts';
import type { SendManyFailure, SendManyOptions } from './send-many-request.ts';

/** The options of any call of `sendMany`. */
export type AnySendManyOptions = SendManyOptions<MessageDefaults, SafeResend>;

const row = messageEndpoints.send;

const DEFAULT_CHUNK_SIZE = 100;
const DEFAULT_CONCURRENCY = 4;

const DEFAULT_MAX_WAIT_MS = 1000;
/** Chunks in a row that fail before the default stops. */
const MIN_FAILURES = 5;

const CHECKS = {
  chunkSize: checkCount,
  concurrency: checkCount,
  maxWait: checkDelay,
  stopWhen: checkFunction,
  onProgress: checkFunction,
};
const RATE_CHECKS = { messages: checkCount, per: checkTimeout };

/** The options of `sendMany`, checked and with defaults. */
export interface ReadSendManyOptions {
  readonly chunkSize: number;
  readonly concurrency: number;
  readonly maxWaitMs: number;
  readonly rate: Rate | undefined;
  readonly stopWhen: (failure: SendManyFailure) => boolean;
  readonly onProgress: SendManyOptions['onProgress'];
  readonly signal: AbortSignal | undefined;
  readonly defaults: unknown;
  /** The options of each request. The signal is not among them: it stops the run, not its requests. */
  readonly callOptions: SendMessagesOptions<SafeResend>;
}

/**
 * Checks the options of `sendMany` and fills in what they leave out.
 *
 * @throws {RequestValidationError} An option is invalid, or the source is not iterable.
 */
export function readSendManyOptions(
  source: unknown,
  options: AnySendManyOptions | undefined,
  redact: Redact,
): ReadSendManyOptions {
  const { chunkSize, concurrency, maxWait, rate, stopWhen, onProgress, defaults, ...perCall } = options ?? {};
  const issues = [
    ...(isIterable(source) ? [] : [{ path: 'messages', message: 'must be an iterable or async iterable' }]),
    ...memberIssues({ chunkSize, concurrency, maxWait, stopWhen, onProgress }, CHECKS),
    ...rateIssues(rate),
    ...defaultsIssues(defaults),
    ...optionIssues(row, isRecord(options ?? {}) ? perCall : (options as object)),
  ];
  if (issues.length > 0) throw new RequestValidationError(nameOperation(row), redactIssues(issues, redact));
  const { signal, ...callOptions } = perCall;
  const underWay = concurrency ?? DEFAULT_CONCURRENCY;
  return {
    chunkSize: chunkSize ?? DEFAULT_CHUNK_SIZE,
    concurrency: underWay,
    maxWaitMs: maxWait ?? DEFAULT_MAX_WAIT_MS,
    rate: typeof rate === 'number' ? { messages: rate, per: 1000 } : rate,
    // A short disturbance fails all running requests.
    stopWhen:
      stopWhen ??
      (({ error, consecutive }) =>
        error instanceof InvalidKeyError || consecutive >= Math.max(MIN_FAILURES, underWay + 1)),
    onProgress,
    signal,
    defaults,
    callOptions,
  };
}

function rateIssues(rate: unknown): Issue[] {
  if (isObject(rate)) return nestedIssues('rate', { messages: 0, per: 0, ...rate }, RATE_CHECKS);
  const message = 'must be a whole number of messages a second, at least 1, or { messages, per }';
  return rate === undefined || checkCount(rate) === undefined ? [] : [{ path: 'rate', message }];
}

/** Excludes texts, which are iterable by character. */
function isIterable(source: unknown): boolean {
  return (
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  );
}

/** Checks the form of the defaults. Their values are checked with each message. */
function defaultsIssues(defaults: unknown): Issue[] {
  if (defaults === undefined) return [];
  if (!isRecord(defaults)) return [{ path: 'defaults', message: 'must be an object' }];
  if (defaults.id === undefined) return [];
  return [{ path: 'defaults.id', message: 'must be left out: each message needs an identifier of its own' }];
}
