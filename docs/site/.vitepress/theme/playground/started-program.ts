import { proxy, type Remote, wrap } from 'comlink';
import type { ProgramWorker } from './program-worker.ts';
import scriptUrl from './program-worker.ts?worker&url';

/** A program that was started. */
export interface StartedProgram {
  /** The worker that runs it, and keeps its emulator afterwards. */
  readonly worker: Remote<ProgramWorker>;
  /** Resolves when the program has ended, with or without an emulator, or was stopped. */
  readonly ended: Promise<'has emulator' | 'no emulator' | 'stopped'>;
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
  const running = worker
    .run(code, proxy(onLine))
    .then((hasEmulator) => (hasEmulator ? 'has emulator' : 'no emulator'));
  return {
    worker,
    ended: Promise.race([running, stopped.promise]),
    stop: () => {
      thread.terminate();
      stopped.resolve('stopped');
    },
  };
}
