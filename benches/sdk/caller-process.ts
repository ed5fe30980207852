import type { Took } from '../measure/cpu.ts';
import { ProgramProcess } from '../measure/program-process.ts';

/** Messages to send. */
export interface Work {
  readonly messages: number;
  /** The number of concurrent requests. */
  readonly concurrency: number;
}

/** A client in a process of its own. It reports the processor time of its process, user and system, and the elapsed time. */
export class CallerProcess extends ProgramProcess<Work, Took> {
  /** Starts a process with the client of a name: `sendMany`, or a name of `clientNamed`. */
  constructor(name: string, url: string) {
    super(new URL('caller.ts', import.meta.url), [name, url]);
  }
}
