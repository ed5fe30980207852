import type { Remote } from 'comlink';
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
  #worker: Remote<ProgramWorker> | undefined;
  #replaced = Promise.withResolvers<never>();

  /** Shows the emulator in another worker. */
  show(worker: Remote<ProgramWorker>): void {
    this.#worker = worker;
    // A worker that was stopped never responds.
    this.#replaced.promise.catch(() => undefined);
    this.#replaced.reject(new Error('Another program runs now.'));
    this.#replaced = Promise.withResolvers();
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
}
