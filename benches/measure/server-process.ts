import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The report of a server process. */
export interface ServerReport {
  /** The URL of the server. */
  readonly url: string;
  /** Its processor time so far, including garbage collection, in microseconds. */
  readonly cpuMicros: number;
}

/** A server in a separate process, so that its processor time does not include that of the load. */
export class ServerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a program that reports to this process; see `answer-questions.ts`. */
  static async start(program: URL): Promise<ServerProcess> {
    const server = new ServerProcess(fork(fileURLToPath(program), { execArgv: process.execArgv }));
    await server.report();
    return server;
  }

  /** Returns the current report. */
  report(): Promise<ServerReport> {
    return this.#ask('report');
  }

  /** Restarts the server in its process, if the program supports that. */
  renew(): Promise<ServerReport> {
    return this.#ask('renew');
  }

  stop(): void {
    this.#child.disconnect();
  }

  async #ask(question: string): Promise<ServerReport> {
    const answered = once(this.#child, 'message');
    this.#child.send(question);
    const [report] = (await answered) as [ServerReport];
    return report;
  }
}
