/** A worker that runs one program of the playground, and holds the emulator that the program creates. */
import type { Emulator } from '@messaging-service/emulator';
import { expose } from 'comlink';
import { fetchInPage } from '../../../../../packages/server/src/in-page.ts';
import { actions } from './actions.ts';
import { type Failure, runProgram } from './program.ts';

let emulator: Emulator | undefined;
let call: typeof fetch = () => Promise.reject(new Error('No program has created an emulator yet.'));

const worker = {
  /**
   * Runs the program until it ends.
   *
   * @returns Whether the program has created an emulator, and where it failed. The page shows the first emulator.
   */
  run: async (code: string, onLine: (text: string, isError: boolean) => void): Promise<ProgramEnd> => {
    const onEmulator = (created: Emulator) => {
      if (emulator !== undefined) return;
      emulator = created;
      call = fetchInPage(created);
    };
    const failure = await runProgram(code, { onLine, onEmulator });
    return { hasEmulator: emulator !== undefined, failure };
  },

  /** The phone of the latest message, without a plus. */
  latestPhone: (): string | undefined => emulator?.messages().at(-1)?.to.replace('+', ''),

  /** Does the action with this label. Returns what happened, in a sentence. */
  act: async (label: string): Promise<string> => {
    const action = actions.find((one) => one.label === label);
    if (emulator === undefined || action === undefined) return 'There is no emulator.';
    return action.run(emulator);
  },

  /** Makes a call of the control API or the public API of the emulator. */
  fetch: async (path: string, init: WorkerRequest): Promise<WorkerResponse> => {
    const response = await call(path, init);
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  },
};

/** How a program ended. */
export interface ProgramEnd {
  readonly hasEmulator: boolean;
  readonly failure: Failure | undefined;
}

/** A request that can be passed to a worker. */
export interface WorkerRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A response that can be passed from a worker. */
interface WorkerResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: string;
}

/** What the page can call in the worker. */
export type ProgramWorker = typeof worker;

expose(worker);
