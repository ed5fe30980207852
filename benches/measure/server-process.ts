import { ProgramProcess } from './program-process.ts';

/** The report of a server process. */
export interface ServerReport {
  /** The URL of the server. */
  readonly url: string;
  /** Its processor time so far, including garbage collection, in microseconds. */
  readonly cpuMicros: number;
}

/** A server in a separate process; see `answer-questions.ts`. */
export class ServerProcess extends ProgramProcess<'report' | 'renew', ServerReport> {
  /** Starts a server and waits until it listens. */
  static async start(program: URL): Promise<ServerProcess> {
    const server = new ServerProcess(program);
    await server.report();
    return server;
  }

  /** Returns the current report. */
  report(): Promise<ServerReport> {
    return this.ask('report');
  }

  /** Restarts the server in its process, if the program supports that. */
  renew(): Promise<ServerReport> {
    return this.ask('renew');
  }
}
