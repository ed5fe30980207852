import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Took } from '../measure/cpu.ts';

/** Messages to send. */
export interface Work {
  readonly messages: number;
  /** The number of concurrent requests. */
  readonly concurrency: number;
}

/**
 * A client in a process of its own. Its processor time contains its own garbage collection and compilation and nothing of
 * the other clients, and its compiled code is that of a program with this client alone.
 */
export class CallerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a process with the client of a name: `sendMany`, or a name of `clientNamed`. */
  static async start(name: string, url: string): Promise<CallerProcess> {
    const file = fileURLToPath(new URL('caller.ts', import.meta.url));
    const child = fork(file, [name, url], { execArgv: process.execArgv });
    // Without this, the benchmark would wait forever for a process that has failed.
    child.on('exit', (code) => {
      if (code !== 0) throw new Error(`the process of ${name} ended with exit code ${code}`);
    });
    await once(child, 'message');
    return new CallerProcess(child);
  }

  /** Sends messages. Returns the processor time of the client's process, user and system, and the elapsed time. */
  async run(work: Work): Promise<Took> {
    const answered = once(this.#child, 'message');
    this.#child.send(work);
    const [took] = (await answered) as [Took];
    return took;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
