import { createId } from '../../call/ids.ts';
import { createAbortError } from '../../errors/abort-error.ts';
import { ADD_MESSAGE } from '../write-messages.ts';
import { copyPlain } from './copy-plain.ts';
import { createEntry, type Entry, idOf, isAloneUnderMadeId, type Settled } from './entry.ts';
import { createReader } from './reader.ts';
import { type ReadSendManyOptions, readSendManyOptions } from './send-many-options.ts';
import type { MessageOutcome, SendManyOptions, SendManyProgress } from './send-many-request.ts';
import type { Sender } from './sender.ts';
import { createSettle } from './settle.ts';

/** A message of the source, and how it went. */
interface Item extends Entry {
  readonly message: unknown;
}

/**
 * Sends the messages of a source in chunks and gives the outcome of each, in the order of the source.
 *
 * The chunks stand in a window of fixed length: read, under way, or waiting to be taken. Only when the consumer has
 * taken all of the first does another chunk enter, so that neither the source nor the network runs ahead of it.
 */
export function sendMany(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  options: SendManyOptions | undefined,
  sender: Sender,
): AsyncGenerator<MessageOutcome<unknown>, void, undefined> {
  // Read within the call, like the options of every call, though nothing else happens before the first outcome is taken.
  return run(
    source,
    attempt(() => readSendManyOptions(source, copyPlain(options), sender.redact)),
    sender,
  );
}

async function* run(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  options: () => ReadSendManyOptions,
  { send, generateIds, redact }: Sender,
): AsyncGenerator<MessageOutcome<unknown>, void, undefined> {
  const { chunkSize, concurrency, onProgress, signal, defaults, callOptions } = options();
  const reader = createReader(source);
  // Raised when nothing more is to be sent, because of the caller's signal or because nobody takes outcomes any more.
  const halted = new AbortController();
  const halt = () => {
    reader.close();
    halted.abort(signal?.reason);
  };
  const stop = () => createAbortError(ADD_MESSAGE, signal?.reason, redact, {});
  const settle = createSettle<Item>({
    send: (items) =>
      send({ messages: items.map(({ body }) => body), defaults }, callOptions, {
        ownIds: isAloneUnderMadeId(items),
        stopRetries: halted.signal,
      }).withResponse(),
    defaults,
    stopped: () => (halted.signal.aborted ? stop() : undefined),
  });
  const window: Promise<Item[]>[] = [];
  const admit = () => {
    const chunk = reader.read(chunkSize).then(async (messages) => {
      const items: Item[] = messages.map((message) => ({
        message,
        ...createEntry(message, generateIds ? createId : undefined),
      }));
      await settle(items);
      return items;
    });
    // It is looked at when its turn comes, which may be too late for the runtime.
    chunk.catch(() => undefined);
    window.push(chunk);
  };
  let progress: SendManyProgress = { settled: 0, queued: 0, failed: 0 };
  if (signal?.aborted) halt();
  signal?.addEventListener('abort', halt);
  try {
    for (let i = 0; i < concurrency; i++) admit();
    for (let items = await window.shift(); items?.length; items = await window.shift()) {
      let index = progress.settled;
      progress = advance(progress, items);
      onProgress?.(progress);
      for (const item of items) yield outcomeOf(item, index++);
      admit();
    }
    const ended = reader.ended();
    if (ended?.by === 'failure') throw ended.error;
    if (ended?.by === 'close') throw stop();
  } finally {
    signal?.removeEventListener('abort', halt);
    halt();
    // Whoever has left the loop may rely on it that nothing is under way any more.
    await Promise.allSettled(window);
  }
}

function advance({ settled, queued, failed }: SendManyProgress, items: readonly Item[]): SendManyProgress {
  const newlyQueued = items.filter((item) => item.settled?.ok).length;
  return {
    settled: settled + items.length,
    queued: queued + newlyQueued,
    failed: failed + items.length - newlyQueued,
  };
}

function outcomeOf(item: Item, index: number): MessageOutcome<unknown> {
  // Every one of the chunk has been settled: see settle.ts.
  return { index, message: item.message, id: idOf(item), ...(item.settled as Settled) };
}

/** Runs a function immediately, and returns a function that returns its result or throws its error. */
function attempt<T>(run: () => T): () => T {
  try {
    const result = run();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
