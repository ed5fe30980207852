import type { ReadStream } from 'node:tty';
import { isInForeground } from './foreground.ts';

/** Reads single keys from a terminal, as long as the process is in its foreground. */
export class Keyboard {
  readonly #stdin: ReadStream;
  readonly #onKey: (key: string) => void;
  readonly #onForeground: (isForeground: boolean) => void;

  /**
   * @param stdin - The terminal.
   * @param onKey - Gets each key. Those that control processes do what they do in every program.
   * @param onForeground - Learns when the process has the terminal, and when it no longer has it.
   */
  constructor(
    stdin: ReadStream,
    onKey: (key: string) => void,
    onForeground: (isForeground: boolean) => void,
  ) {
    this.#stdin = stdin;
    this.#onKey = onKey;
    this.#onForeground = onForeground;
    stdin.setEncoding('utf8');
    stdin.on('data', (keys: string) => this.#read(keys));
    stdin.pause();
    // A terminal that is closed ends the process with a signal.
    stdin.on('error', () => undefined);
    if (process.platform !== 'win32') process.on('SIGCONT', () => void this.#start());
    void this.#start();
  }

  /** A process in the background that changes the terminal or reads from it is stopped by the system. */
  async #start(): Promise<void> {
    if (!(await isInForeground())) return;
    this.#stdin.setRawMode(true);
    this.#stdin.resume();
    this.#onForeground(true);
  }

  #read(keys: string): void {
    // The keys of a pasted text, and the sequences of arrows, mean nothing here.
    const key = keys.length === 1 ? keys : '';
    if (key === '\u0003') process.kill(process.pid, 'SIGINT');
    else if (key === '\u001c') process.kill(process.pid, 'SIGQUIT');
    else if (key === '\u001a') this.#suspend();
    else if (key !== '') this.#onKey(key);
  }

  #suspend(): void {
    this.#stdin.pause();
    this.#stdin.setRawMode(false);
    this.#onForeground(false);
    // All processes of the job, as the terminal does it: npm can stand between the shell and this one.
    process.kill(0, 'SIGTSTP');
  }
}
