import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Tally } from './send-campaign.ts';

/** How a run of `send.ts` ended. */
export interface Ending {
  /** The result that it printed; undefined when it was killed. */
  readonly tally: Tally | undefined;
  /** Its exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals;
}

/** Starts a program of this folder in a process of its own. */
export function start(
  program: 'send.ts' | 'receive.ts' | 'report.ts',
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  isVisible = false,
): ChildProcess {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return spawn(process.execPath, [...process.execArgv, file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', isVisible ? 'inherit' : 'ignore'],
  });
}

/** Waits for the end of `send.ts --json`. */
export async function endOf(program: ChildProcess): Promise<Ending> {
  const [output, [code, signal]] = await Promise.all([
    outputOf(program),
    once(program, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return {
    tally: output === '' ? undefined : (JSON.parse(output) as Tally),
    ended: signal ?? code ?? 0,
  };
}

/** Everything that a program prints until it ends. */
export function outputOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The output of the program is not read.');
  return text(stdout);
}

/** `receive.ts`, which is started again on the same port whenever it dies. */
export interface ReceiverProcess extends AsyncDisposable {
  /** Resolves when it listens. */
  ready(): Promise<void>;
  /** Kills it without a warning. */
  kill(): void;
  /** How often it was killed. */
  readonly kills: number;
}

/** Starts the receiver. */
export function startReceiver(place: string, port: string, secret: string): ReceiverProcess {
  let kills = 0;
  let isStopped = false;
  let child: ChildProcess;
  let ready: Promise<void>;
  const begin = () => {
    const starting = Promise.withResolvers<void>();
    ready = starting.promise;
    child = start('receive.ts', [place, port], { MESSAGING_WEBHOOK_SECRET: secret }, true);
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', () => starting.resolve());
    child.once('exit', () => {
      if (!isStopped) begin();
    });
  };
  begin();
  return {
    ready: () => ready,
    kill() {
      // A process that has been killed and not replaced yet cannot be killed again.
      if (child.killed) return;
      kills += 1;
      child.kill('SIGKILL');
    },
    get kills() {
      return kills;
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
