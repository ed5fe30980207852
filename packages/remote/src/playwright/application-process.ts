import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** Real time between the request to end and the forced end, in milliseconds. */
const GRACE_MS = 2_000;

/** Lines of output in an error message. */
const LINES_IN_ERRORS = 30;

/** A command that runs in a process group of its own, so that everything it starts ends with it. */
export class ApplicationProcess {
  readonly #command: string;
  readonly #child: ChildProcess;
  /** Settles when it has ended and its output is complete. */
  readonly #closed: Promise<void>;
  #output = '';
  #end: string | undefined;

  constructor(command: string, cwd: string, env: NodeJS.ProcessEnv) {
    this.#command = command;
    const isWindows = process.platform === 'win32';
    this.#child = spawn(command, {
      cwd,
      env,
      shell: true,
      detached: !isWindows,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    this.#child.once('error', (error) => {
      this.#end = `could not be started in ${cwd}: ${error.message}`;
      resolve();
    });
    this.#child.once('exit', (code, signal) => {
      this.#end ??= signal === null ? `exited with code ${code}` : `was stopped by ${signal}`;
    });
    this.#child.once('close', () => resolve());
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    process.once('exit', this.#kill);
  }

  /** The command and how it ended, as the beginning of a sentence; undefined while it runs. */
  get end(): string | undefined {
    return this.#end === undefined ? undefined : `The application (${this.#command}) ${this.#end}`;
  }

  /** Waits until it has ended and its output is complete, but no longer than a limit of real time. */
  async ended(limitMs: number): Promise<void> {
    await Promise.race([this.#closed, setTimeout(limitMs, undefined, { ref: false })]);
  }

  /** Its standard output and standard error. */
  get output(): string {
    return this.#output;
  }

  /** Stops it. Returns an error with the last lines of its output. */
  async failure(message: string): Promise<Error> {
    await this.stop();
    const output = this.#output.trimEnd().split('\n').slice(-LINES_IN_ERRORS).join('\n');
    return new Error(
      `${message} ${output === '' ? 'It wrote no output.' : `Its last output:\n\n${output}\n`}`,
    );
  }

  /** Ends the whole process group: first with SIGTERM, and with SIGKILL if that takes too long. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    await this.ended(GRACE_MS);
    this.#kill();
    await this.ended(GRACE_MS);
    process.off('exit', this.#kill);
  }

  readonly #kill = () => this.#signal('SIGKILL');

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      if (this.#end === undefined) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has ended.
    }
  }
}
