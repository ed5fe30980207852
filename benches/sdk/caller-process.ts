import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A number of calls, and how many of them run at the same time. */
export interface CallsQuestion {
  readonly calls: number;
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

  /** Starts a process with the client of a name: see `clientNamed`. */
  static async start(name: string, url: string): Promise<CallerProcess> {
    const file = fileURLToPath(new URL('caller.ts', import.meta.url));
    const child = fork(file, [name, url], { execArgv: process.execArgv });
    await once(child, 'message');
    return new CallerProcess(child);
  }

  /** Makes calls, and returns their processor time in microseconds: user and system, of the client's process alone. */
  async run(question: CallsQuestion): Promise<number> {
    const answered = once(this.#child, 'message');
    this.#child.send(question);
    const [cpuMicros] = (await answered) as [number];
    return cpuMicros;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
