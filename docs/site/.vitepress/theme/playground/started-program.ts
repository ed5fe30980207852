import { proxy, type Remote, wrap } from 'comlink';
import type { ProgramEnd, ProgramWorker } from './program-worker.ts';
import scriptUrl from './program-worker.ts?worker&url';

/** A program that was started. */
export interface StartedProgram {
  /** The worker that runs it, and keeps its emulator afterwards. */
  readonly worker: Remote<ProgramWorker>;
  /** Resolves when the program has ended, or was stopped. */
  readonly ended: Promise<ProgramEnd | 'stopped'>;
  /** Stops the program, also within a loop without an end, and discards its emulator. */
  readonly stop: () => void;
}

let script: Promise<string> | undefined;

/** The address of the worker's script. The page keeps the script, so that later runs need no network. */
function keepScript(): Promise<string> {
  // The development server serves many files instead of one.
  if (import.meta.env.DEV) return Promise.resolve(scriptUrl);
  script ??= fetch(scriptUrl).then(async (response) => URL.createObjectURL(await response.blob()));
  script.catch(() => (script = undefined));
  return script;
}

/** Starts a program in a worker of its own. */
export async function startProgram(
  code: string,
  onLine: (text: string, isError: boolean) => void,
): Promise<StartedProgram> {
  const thread = new Worker(await keepScript(), { type: 'module' });
  const worker = wrap<ProgramWorker>(thread);
  const stopped = Promise.withResolvers<'stopped'>();
  return {
    worker,
    ended: Promise.race([worker.run(code, proxy(onLine)), stopped.promise]),
    stop: () => {
      thread.terminate();
      stopped.resolve('stopped');
    },
  };
}
