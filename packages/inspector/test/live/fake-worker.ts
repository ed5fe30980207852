import { vi } from 'vitest';
import type { StreamRequest, StreamState } from '../../src/live/shared-stream.ts';

/** A stream of events that the worker has opened. */
export class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeStream[] = [];
  readonly url: URL;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = new URL(url);
    FakeStream.opened.push(this);
  }

  /** The sandboxes that the stream reports. */
  get sandboxes(): string[] {
    return (this.url.searchParams.get('sandboxes') ?? '').split(',');
  }

  get isClosed(): boolean {
    return this.readyState === FakeStream.CLOSED;
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
  }

  emit(type: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  /** Breaks the connection. The browser connects again, unless the response was not a stream. */
  fail(isFinal = false): void {
    if (isFinal) this.readyState = FakeStream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

/** A tab as the worker sees it: its port, and the states that it has received. */
export class FakeTab extends EventTarget {
  readonly states: StreamState[] = [];

  constructor() {
    super();
    dispatchEvent(Object.assign(new Event('connect'), { ports: [this] }));
  }

  /** For the worker: sends a state to the tab. */
  postMessage(state: StreamState): void {
    this.states.push(state);
  }

  start(): void {}

  send(data: StreamRequest): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  get latest(): StreamState | undefined {
    return this.states.at(-1);
  }
}

/** Installs the globals of a shared worker, and loads a new worker. */
export async function startWorker(): Promise<void> {
  const events = new EventTarget();
  FakeStream.opened.length = 0;
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  vi.resetModules();
  await import('../../src/live/shared-stream.ts');
}
