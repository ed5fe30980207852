import type { Emulator } from '@messaging-service/emulator';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fetchInPage } from '../../../../../packages/emulator/src/server/in-page.ts';
import type { Connection } from '../../../../../packages/inspector/src/api/connection.ts';

/**
 * Connects the inspector in a frame of this page to the emulator of the program. Each run has another emulator. For the
 * inspector, that is a server which starts again.
 */
export class InPageConnection implements Connection {
  readonly path = '/_emulator';
  readonly origin = 'https://api.messaging.test';
  readonly isShared = false;
  readonly #streams = new Set<InPageEvents>();
  #fetch: typeof globalThis.fetch | undefined;

  /** Shows another emulator. */
  show(emulator: Emulator): void {
    this.#fetch = fetchInPage(emulator);
    for (const stream of this.#streams) stream.read(this.#fetch);
  }

  readonly fetch = (path: string, init: RequestInit): Promise<Response> =>
    this.#fetch?.(path, init) ?? Promise.reject(new Error('No program has created an emulator yet.'));

  readonly events = (path: string): InPageEvents => {
    const stream = new InPageEvents(path, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    if (this.#fetch !== undefined) stream.read(this.#fetch);
    return stream;
  };
}

/** An `EventSource` over a `fetch` function. */
class InPageEvents {
  readyState = 0;
  readonly #path: string;
  readonly #onClose: () => void;
  readonly #target = new EventTarget();
  #stop = new AbortController();

  constructor(path: string, onClose: () => void) {
    this.#path = path;
    this.#onClose = onClose;
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#target.addEventListener(type, listener as (event: Event) => void);
  }

  close(): void {
    this.#stop.abort();
    this.#onClose();
  }

  /** Reads the events of another emulator. */
  read(fetch: typeof globalThis.fetch): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (this.readyState === 1) this.#target.dispatchEvent(new Event('error'));
    this.readyState = 1;
    const { signal } = this.#stop;
    this.#readAll(fetch, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async #readAll(fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<void> {
    const { body } = await fetch(this.#path, { signal });
    const events = body
      ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done = true, value } = (await events?.read()) ?? {};
      if (done || value === undefined) return;
      this.#target.dispatchEvent(new MessageEvent(value.event ?? 'message', { data: value.data }));
    }
  }
}
