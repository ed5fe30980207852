import type { CallPromise } from '../../call/call.ts';
import type { CallInput } from '../../call/write-request.ts';
import { SendManyStoppedError } from '../../errors/call-errors.ts';
import { createAbortError } from '../../errors/foreign-error.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import { callSafely } from '../../observe/logging.ts';
import type { SafeResend } from '../../options/options.ts';
import type { ResolvedOptions } from '../../options/resolve-options.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import type { SentMessages } from '../sent-message.ts';
import { ADD_MESSAGE } from '../write-messages.ts';
import { createEntry, type Entry, idOf, isAloneUnderMadeId, type Settled } from './entry.ts';
import { createPace } from './pace.ts';
import { createReader } from './reader.ts';
import {
  type AnySendManyOptions,
  type ReadSendManyOptions,
  readSendManyOptions,
} from './send-many-options.ts';
import type { MessageOutcome, SendManyFailure, SendManyProgress } from './send-many-request.ts';
import { createSettle } from './settle.ts';

/** Details of a request with the messages of a source. */
export type SendDetails = Pick<CallInput<SentMessages>, 'ownIds' | 'stopRetries'>;

/** The part of the client that sending many messages needs. */
export interface ManySender extends Pick<ResolvedOptions, 'safeResend' | 'redact' | 'report'> {
  /** `messages.send`, with details that callers cannot pass. */
  readonly send: (
    request: unknown,
    options?: SendMessagesOptions<SafeResend>,
    details?: SendDetails,
  ) => CallPromise<SentMessages>;
}

/** Messages that were read together, and the error of their request when it was not about them. */
interface Chunk {
  readonly items: readonly Entry[];
  readonly failure: MessagingError | undefined;
}

/**
 * Sends the messages of a source in chunks and yields the outcome of each, in the order of the source.
 *
 * The chunks form a window of fixed length: read, sent, or waiting for the consumer. Another chunk enters only when the
 * consumer has taken all outcomes of the first one, so that neither the source nor the network gets ahead of the consumer.
 */
export function sendMany(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  options: AnySendManyOptions | undefined,
  sender: ManySender,
): AsyncGenerator<MessageOutcome<unknown, SafeResend>, void, undefined> {
  // Reads the options during the call, like every call, although nothing else happens before the first outcome is
  // taken. Until then, the runtime must not report an error of the options as unhandled.
  const read = (async () => readSendManyOptions(source, options, sender))();
  read.catch(() => undefined);
  return run(source, read, sender);
}

async function* run(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  options: Promise<ReadSendManyOptions>,
  { send, safeResend, redact, report }: ManySender,
): AsyncGenerator<MessageOutcome<unknown, SafeResend>, void, undefined> {
  const { chunkSize, concurrency, maxWaitMs, rate, stopWhen, onProgress, signal, defaults, callOptions } =
    await options;
  const reader = createReader(source, maxWaitMs, createEntry);
  // Aborted when nothing more must be sent: by the caller's signal, by `stopWhen`, or because the caller left the loop.
  const halted = new AbortController();
  let stopped: MessagingError | undefined;
  const halt = () => {
    reader.close();
    halted.abort(signal?.reason);
  };
  const stop = () => stopped ?? createAbortError(ADD_MESSAGE, signal?.reason, redact, {});
  const pace = createPace(rate, chunkSize, halted.signal);
  const settle = createSettle({
    async send(items) {
      await pace.wait(items.length);
      if (halted.signal.aborted) throw stop();
      return send({ messages: items.map(({ body }) => body), defaults }, callOptions, {
        ownIds: isAloneUnderMadeId(items),
        stopRetries: halted.signal,
      });
    },
    defaults,
    safeResend: callOptions.safeResend ?? safeResend,
    report,
    stopped: () => (halted.signal.aborted ? stop() : undefined),
  });
  const mustStop = (failure: SendManyFailure): boolean => {
    try {
      return stopWhen(failure);
    } catch (thrown) {
      // Stopping is the safe decision: messages that are not sent can be sent later.
      report('stopWhen', thrown);
      return true;
    }
  };
  const window: Promise<Chunk>[] = [];
  const admit = () => {
    const chunk = reader
      .read(pace.nextSize())
      .then(async (items) => ({ items, failure: await settle(items) }));
    // It is awaited later, and the runtime must not report its rejection as unhandled before that.
    chunk.catch(() => undefined);
    window.push(chunk);
  };
  let consecutive = 0;
  let progress: SendManyProgress = { settled: 0, queued: 0, failed: 0 };
  // Outside the loop: a function made in it would keep the messages of its chunk in memory.
  const reportProgress = () => void callSafely('onProgress', () => onProgress?.(progress), report);
  if (signal?.aborted) halt();
  signal?.addEventListener('abort', halt);
  try {
    for (let i = 0; i < concurrency; i++) admit();
    for (let chunk = await window.shift(); chunk?.items.length; chunk = await window.shift()) {
      const { items, failure: error } = chunk;
      let index = progress.settled;
      progress = advance(progress, items);
      reportProgress();
      consecutive = error === undefined ? 0 : consecutive + 1;
      if (error !== undefined && !halted.signal.aborted && mustStop({ error, consecutive, progress })) {
        stopped = new SendManyStoppedError(ADD_MESSAGE, error);
        halt();
      }
      for (const item of items) yield outcomeOf(item, index++);
      admit();
    }
    const ended = reader.ended();
    if (ended?.by === 'failure') throw ended.error;
    if (ended?.by === 'close') throw stop();
  } finally {
    signal?.removeEventListener('abort', halt);
    halt();
    // The caller relies on this: after the loop, no request is running.
    await Promise.allSettled(window);
  }
}

function advance({ settled, queued, failed }: SendManyProgress, items: readonly Entry[]): SendManyProgress {
  const newlyQueued = items.filter((item) => item.settled?.ok).length;
  return {
    settled: settled + items.length,
    queued: queued + newlyQueued,
    failed: failed + items.length - newlyQueued,
  };
}

function outcomeOf(item: Entry, index: number): MessageOutcome<unknown, SafeResend> {
  // All items of the chunk are settled: see settle.ts.
  return { index, message: item.message, id: idOf(item), ...(item.settled as Settled) };
}
