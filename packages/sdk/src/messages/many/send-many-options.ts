import { type Issue, messageEndpoints } from '@messaging-service/contract';
import { isRecord } from '../../call/values.ts';
import { nameOperation, optionIssues, redactIssues } from '../../call/write-request.ts';
import type { Redact } from '../../errors/redact.ts';
import { RequestValidationError } from '../../errors/request-validation-error.ts';
import { checkCount, checkFunction, memberIssues } from '../../options/option-checks.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import type { SendManyOptions } from './send-many-request.ts';

const row = messageEndpoints.send;

/** How many messages share a request where nothing else is said. */
const DEFAULT_CHUNK_SIZE = 100;
const DEFAULT_CONCURRENCY = 4;

const CHECKS = { chunkSize: checkCount, concurrency: checkCount, onProgress: checkFunction };

/** The options of `sendMany`, checked and with defaults. */
export interface ReadSendManyOptions {
  readonly chunkSize: number;
  readonly concurrency: number;
  readonly onProgress: SendManyOptions['onProgress'];
  readonly signal: AbortSignal | undefined;
  readonly defaults: unknown;
  /** The options of each request. The signal is not among them: it stops the run, not its requests. */
  readonly callOptions: SendMessagesOptions;
}

/**
 * Checks the options of `sendMany` and fills in what they leave out.
 *
 * @throws {RequestValidationError} When anything is wrong with them, or the source is none.
 */
export function readSendManyOptions(
  source: unknown,
  options: SendManyOptions | undefined,
  redact: Redact,
): ReadSendManyOptions {
  const { chunkSize, concurrency, onProgress, defaults, ...perCall } = options ?? {};
  const issues = [
    ...(isIterable(source) ? [] : [{ path: 'messages', message: 'must be an iterable or async iterable' }]),
    ...memberIssues({ chunkSize, concurrency, onProgress }, CHECKS),
    ...defaultsIssues(defaults),
    ...optionIssues(row, isRecord(options ?? {}) ? perCall : (options as object)),
  ];
  if (issues.length > 0) throw new RequestValidationError(nameOperation(row), redactIssues(issues, redact));
  const { signal, ...callOptions } = perCall;
  return {
    chunkSize: chunkSize ?? DEFAULT_CHUNK_SIZE,
    concurrency: concurrency ?? DEFAULT_CONCURRENCY,
    onProgress,
    signal,
    defaults,
    callOptions,
  };
}

/** A text is iterable too, letter by letter. */
function isIterable(source: unknown): boolean {
  return (
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  );
}

/** What is wrong with the values of defaults is found with each message. */
function defaultsIssues(defaults: unknown): Issue[] {
  if (defaults === undefined) return [];
  if (!isRecord(defaults)) return [{ path: 'defaults', message: 'must be an object' }];
  if (defaults.id === undefined) return [];
  return [{ path: 'defaults.id', message: 'must be left out: each message needs an identifier of its own' }];
}
