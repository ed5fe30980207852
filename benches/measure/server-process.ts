import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a server process answers when it is asked. */
export interface ServerReport {
  /** Where it listens. */
  readonly url: string;
  /** Processor time it has used so far, garbage collection included, in microseconds. */
  readonly cpuMicros: number;
}

/** A server in a process of its own: its processor time is its own, and not that of the load. */
export class ServerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a program that answers what {@link ServerProcess} asks: see `answer-questions.ts`. */
  static async start(program: URL): Promise<ServerProcess> {
    const server = new ServerProcess(fork(fileURLToPath(program), { execArgv: process.execArgv }));
    await server.report();
    return server;
  }

  /** Where it listens and what it has used. */
  report(): Promise<ServerReport> {
    return this.#ask('report');
  }

  /** Has it begin anew, where it can. */
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
