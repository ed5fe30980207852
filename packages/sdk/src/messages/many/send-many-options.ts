import { type Check, type Checks, isObject } from '@messaging-service/contract';
import { isRecord } from '../../call/values.ts';
import { InvalidKeyError } from '../../errors/api-errors.ts';
import { RequestValidationError } from '../../errors/call-errors.ts';
import {
  checkBoolean,
  checkCount,
  checkDelay,
  checkFunction,
  checkMembers,
  checkTimeout,
  readOptions,
} from '../../option-checks.ts';
import { CALL_CHECKS, resendIssues } from '../../options/call-options.ts';
import type { SafeResend } from '../../options/options.ts';
import type { ResolvedOptions } from '../../options/resolve-options.ts';
import type { MessageDefaults } from '../message-request.ts';
import { ADD_MESSAGE } from '../write-messages.ts';
import { copyRequest } from './entry.ts';
import type { Rate } from './pace.ts';
import type { SendManyFailure, SendManyOptions } from './send-many-request.ts';

/** The options of any call of `sendMany`. */
export type AnySendManyOptions = SendManyOptions<MessageDefaults, SafeResend>;

const DEFAULT_CHUNK_SIZE = 100;
const DEFAULT_CONCURRENCY = 4;

const DEFAULT_MAX_WAIT_MS = 1000;
/** Chunks in a row that fail before the default stops. */
const MIN_FAILURES = 5;

const checkRateObject = checkMembers<Rate>({ messages: checkCount, per: checkTimeout }, 'messages', 'per');

const checkRate: Check = (rate) => {
  if (isObject(rate)) return checkRateObject(rate);
  const problem = 'must be a whole number of messages a second, at least 1, or { messages, per }';
  return checkCount(rate) && problem;
};

/** Checks the form of the defaults. Their values are checked with each message. */
const checkDefaults: Check = (defaults) => {
  if (!isRecord(defaults)) return 'must be an object';
  if (defaults.id === undefined) return undefined;
  return [{ path: 'id', message: 'must be left out: each message needs an identifier of its own' }];
};

const CHECKS: Checks<AnySendManyOptions & { readonly isDryrun?: boolean }> = {
  ...CALL_CHECKS,
  dryRun: checkBoolean,
  isDryrun: checkBoolean,
  chunkSize: checkCount,
  concurrency: checkCount,
  maxWait: checkDelay,
  stopWhen: checkFunction,
  onProgress: checkFunction,
  rate: checkRate,
  defaults: checkDefaults,
};

/** The options of `sendMany`, checked and with defaults. */
export type ReadSendManyOptions = ReturnType<typeof readSendManyOptions>;

/**
 * Checks the options of `sendMany` and fills in what they leave out.
 *
 * @throws {RequestValidationError} An option is invalid, or the source is not iterable.
 */
export function readSendManyOptions(
  source: unknown,
  options: AnySendManyOptions = {},
  client: Pick<ResolvedOptions, 'redact' | 'safeResend'>,
) {
  const read = readOptions<AnySendManyOptions>(options, CHECKS);
  const issues = [
    ...(isIterable(source) ? [] : [{ path: 'messages', message: 'must be an iterable or async iterable' }]),
    ...(read.ok ? resendIssues(read.value, client) : read.issues),
  ];
  if (!read.ok || issues.length > 0) throw new RequestValidationError(ADD_MESSAGE, issues, client.redact);
  const { chunkSize, concurrency, maxWait, rate, stopWhen, onProgress, defaults, ...perCall } = copyRequest(
    read.value,
  );
  const { signal, ...callOptions } = perCall;
  const underWay = concurrency ?? DEFAULT_CONCURRENCY;
  return {
    chunkSize: chunkSize ?? DEFAULT_CHUNK_SIZE,
    concurrency: underWay,
    maxWaitMs: maxWait ?? DEFAULT_MAX_WAIT_MS,
    rate: typeof rate === 'number' ? ({ messages: rate, per: 1000 } satisfies Rate) : rate,
    // A short disturbance fails all running requests.
    stopWhen:
      stopWhen ??
      (({ error, consecutive }: SendManyFailure) =>
        error instanceof InvalidKeyError || consecutive >= Math.max(MIN_FAILURES, underWay + 1)),
    onProgress,
    signal,
    defaults,
    /** Without the signal: it stops the run, not its requests. */
    callOptions,
  };
}

function isIterable(source: unknown): boolean {
  return (
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  );
}
