import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A program in a process of its own, which sends one message for each that it gets. Its processor time contains nothing of
 * the benchmark, and its compiled code is that of a program that does nothing else.
 */
export class ProgramProcess<Question extends Serializable, Report> {
  readonly #child: ChildProcess;

  /** Starts the program. The flags of Node are those of this process by default. */
  constructor(program: URL, args: readonly string[] = [], execArgv: readonly string[] = process.execArgv) {
    this.#child = fork(fileURLToPath(program), args, { execArgv: [...execArgv] });
    // Without this, the benchmark would wait forever for a process that has failed.
    this.#child.on('exit', (code) => {
      if (code !== 0) throw new Error(`${program.pathname} ${args.join(' ')} ended with exit code ${code}`);
    });
  }

  /** Sends a question and waits for the report. */
  async ask(question: Question): Promise<Report> {
    const answered = once(this.#child, 'message');
    this.#child.send(question);
    const [report] = (await answered) as [Report];
    return report;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
