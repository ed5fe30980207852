import type { Emulator } from '@messaging-service/emulator';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fetchInPage } from '../../../../../packages/emulator/src/server/in-page.ts';
import type { Connection } from '../../../../../packages/inspector/src/api/connection.ts';

/** Connects the inspector in a frame of this page to an emulator of this page. */
export function connectInPage(emulator: Emulator): Connection {
  const fetch = fetchInPage(emulator);
  return {
    path: '/_emulator',
    origin: emulator.baseUrl,
    isShared: false,
    fetch,
    events: (path) => new InPageEvents(fetch, path),
  };
}

/** An `EventSource` over a `fetch` function. */
class InPageEvents {
  readyState = 0;
  readonly #target = new EventTarget();
  readonly #stop = new AbortController();

  constructor(fetch: typeof globalThis.fetch, path: string) {
    this.#read(fetch, path).catch(() => this.#end());
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#target.addEventListener(type, listener as (event: Event) => void);
  }

  close(): void {
    this.#stop.abort();
  }

  async #read(fetch: typeof globalThis.fetch, path: string): Promise<void> {
    const { body } = await fetch(path, { signal: this.#stop.signal });
    this.readyState = 1;
    const events = body
      ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done = true, value } = (await events?.read()) ?? {};
      if (done || value === undefined) return this.#end();
      this.#target.dispatchEvent(new MessageEvent(value.event ?? 'message', { data: value.data }));
    }
  }

  #end(): void {
    this.readyState = 2;
    this.#target.dispatchEvent(new Event('error'));
  }
}
