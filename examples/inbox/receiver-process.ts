import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A receiver that is started again whenever it dies. */
export interface ReceiverProcess extends AsyncDisposable {
  /** The URL of the running process. While it starts, this waits. */
  url(): Promise<string>;
  /** Kills it without a warning. */
  kill(): void;
  /** How often it was killed. */
  readonly kills: number;
  /** How often its processes printed a word. */
  count(word: string): number;
}

/** Starts `receiver.ts` in a process of its own. */
export function startReceiver(environment: Readonly<Record<string, string>>): ReceiverProcess {
  const words = new Map<string, number>();
  let kills = 0;
  let isStopped = false;
  let child: ChildProcess;
  let url: Promise<string>;

  const start = () => {
    const starting = Promise.withResolvers<string>();
    url = starting.promise;
    child = spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(new URL('receiver.ts', import.meta.url))],
      {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const [word = '', port] = line.split(' ');
      words.set(word, (words.get(word) ?? 0) + 1);
      if (word === 'listening') starting.resolve(`http://127.0.0.1:${port}/`);
    });
    child.once('exit', () => {
      if (!isStopped) start();
    });
  };
  start();

  return {
    url: () => url,
    kill() {
      // A process that has been killed and not replaced yet cannot be killed again.
      if (child.killed) return;
      kills++;
      child.kill('SIGKILL');
    },
    get kills() {
      return kills;
    },
    count: (word) => words.get(word) ?? 0,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
