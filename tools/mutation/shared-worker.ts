import type { PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';
import { type PoolOptions, ThreadsPoolWorker } from 'vitest/node';

/** The runs after which a worker is replaced, because tests that fail can leave work behind. */
const MAX_RUNS = 40;

type Listener = (message: unknown) => void;

let shared: ThreadsPoolWorker | undefined;
let runs = 0;

/**
 * A pool whose worker outlives a run, so that a mutant does not pay for starting a worker and importing the modules again.
 *
 * A mutant of code that runs when a module is imported gets a worker of its own.
 */
export const sharedWorkerPool: PoolRunnerInitializer = {
  name: 'shared-worker',
  createPoolWorker: (options) => new SharedWorker(options),
};

class SharedWorker implements PoolWorker {
  readonly name = 'shared-worker';
  readonly #options: PoolOptions;
  readonly #listeners: Listener[] = [];
  readonly #isStatic: boolean;
  #worker: ThreadsPoolWorker | undefined;
  #isSpoiled = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const context: Readonly<Record<string, unknown>> = { ...options.project.getProvidedContext() };
    this.#isStatic = context.mode === 'mutant' && context.mutantActivation === 'static';
  }

  async start(): Promise<void> {
    if (this.#isStatic || runs >= MAX_RUNS) await stopSharedWorker();
    if (shared === undefined) {
      shared = new ThreadsPoolWorker(this.#options);
      runs = 0;
      await shared.start();
    }
    runs += 1;
    this.#worker = shared;
    shared.on('message', this.#onMessage);
  }

  /** Called after a message of type `stop`, or without it if the worker failed. */
  async stop(): Promise<void> {
    if (this.#worker === undefined) return;
    this.#release();
    await stopSharedWorker();
  }

  send(message: WorkerRequest): void {
    if (message.type !== 'stop') return this.#worker?.send(message);
    // The worker stays, so only this side stops listening.
    const listeners = [...this.#listeners];
    this.#release();
    for (const listener of listeners) listener({ type: 'stopped', __vitest_worker_response__: true });
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.push(listener);
    else this.#worker?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.splice(this.#listeners.indexOf(listener), 1);
    else this.#worker?.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  readonly #onMessage = (message: unknown): void => {
    if ((message as { m?: string }).m === 'onUnhandledError') this.#isSpoiled = true;
    for (const listener of this.#listeners) listener(message);
  };

  #release(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    worker.off('message', this.#onMessage);
    if (this.#isStatic || this.#isSpoiled) replaceSharedWorker();
  }
}

/** Makes the next run start another worker, because the code of the last run may still be running. */
export function replaceSharedWorker(): void {
  runs = MAX_RUNS;
}

/** Ends the worker. The next run starts another one. */
export async function stopSharedWorker(): Promise<void> {
  const worker = shared;
  shared = undefined;
  await worker?.stop();
}
