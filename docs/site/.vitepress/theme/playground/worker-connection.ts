import { proxy, type Remote } from 'comlink';
import type { Connection } from '../../../../../packages/inspector/src/api/connection.ts';
import type { ProgramWorker, WorkerRequest } from './program-worker.ts';

/**
 * Connects the inspector in a frame of this page to the emulator in the worker of a program. Each run has another worker. For
 * the inspector, that is a server which starts again.
 */
export class WorkerConnection implements Connection {
  readonly path = '/_emulator';
  readonly origin = 'https://api.messaging.test';
  readonly isServer = false;
  readonly #streams = new Set<WorkerEvents>();
  #worker: Remote<ProgramWorker> | undefined;
  #replaced = Promise.withResolvers<never>();

  /** Shows the emulator in another worker. */
  show(worker: Remote<ProgramWorker>): void {
    this.#worker = worker;
    // A worker that was stopped never responds.
    this.#replaced.promise.catch(() => undefined);
    this.#replaced.reject(new Error('Another program runs now.'));
    this.#replaced = Promise.withResolvers();
    for (const stream of this.#streams) void stream.read(worker);
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.#worker === undefined) throw new Error('No program has created an emulator yet.');
    const { method, headers, body: content } = init;
    const request = { method, headers, body: content } as WorkerRequest;
    const {
      status,
      headers: fields,
      body,
    } = await Promise.race([this.#worker.fetch(path, request), this.#replaced.promise]);
    init.signal?.throwIfAborted();
    return new Response(body === '' ? null : body, { status, headers: fields });
  };

  readonly events = (path: string): WorkerEvents => {
    const stream = new WorkerEvents(path, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    if (this.#worker !== undefined) void stream.read(this.#worker);
    return stream;
  };
}

/** An `EventSource` over a worker. */
class WorkerEvents {
  readyState = 0;
  readonly #path: string;
  readonly #onClose: () => void;
  readonly #target = new EventTarget();
  #stop: (() => void) | undefined;
  /** The number of the worker whose events are read. Those of an earlier one no longer count. */
  #reading = 0;

  constructor(path: string, onClose: () => void) {
    this.#path = path;
    this.#onClose = onClose;
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#target.addEventListener(type, listener as (event: Event) => void);
  }

  close(): void {
    this.#reading += 1;
    this.#stop?.();
    this.#onClose();
  }

  /** Reads the events of another worker. The earlier one has been stopped. */
  async read(worker: Remote<ProgramWorker>): Promise<void> {
    if (this.readyState === 1) this.#target.dispatchEvent(new Event('error'));
    this.readyState = 1;
    this.#reading += 1;
    const reading = this.#reading;
    const onEvent = (type: string, data: string) => {
      if (reading === this.#reading) this.#target.dispatchEvent(new MessageEvent(type, { data }));
    };
    const stop = await worker.events(this.#path, proxy(onEvent));
    if (reading === this.#reading) this.#stop = () => void stop();
    else void stop();
  }
}
