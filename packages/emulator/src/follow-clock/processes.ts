import { ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import workerThreads, { MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { realTime } from './real-time.ts';
import { endOfName } from './settings.ts';
import type { Task, Work } from './work.ts';

/** The parts that let other processes and threads follow. */
export interface ProcessParts {
  /** Address of the module that makes a program follow the clock. */
  readonly entry: string;
  readonly work: Work;
  /** Whether a program whose name ends like this follows the clock. */
  readonly isFollowing: (endOfName: string) => Promise<boolean>;
  readonly warn: (message: string) => void;
}

/** How long a program can take until it follows, in milliseconds of real time. */
const PATIENCE_MS = 5_000;

/** The interval between two checks. */
const POLL_MS = 20;

/**
 * Lets Node processes and worker threads that the application starts follow the clock, too. An instant lasts until they
 * do. The application cannot wait for a process that it starts synchronously, so that one keeps the machine's time.
 */
export function followProcesses(parts: ProcessParts): void {
  followChildren(parts);
  followThreads(parts);
  // A message may wake the thread or process that gets it.
  for (const target of [MessagePort.prototype, Worker.prototype])
    noticeCalls(target, 'postMessage', parts.work);
  if (process.send !== undefined) noticeCalls(process, 'send', parts.work);
  noticeCalls(ChildProcess.prototype, 'send', parts.work);
}

/** What `ChildProcess.prototype.spawn` takes; all functions that start a process asynchronously call it. */
interface SpawnOptions {
  readonly file: string;
  envPairs?: string[];
}

function followChildren({ entry, work, isFollowing }: ProcessParts): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): unknown };
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the child as `this` below.
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, options: SpawnOptions) {
    options.envPairs = withPreload(options.envPairs ?? [], entry);
    const result = Reflect.apply(spawn, this, [options]);
    const { pid } = this;
    const hasEnded = () => this.exitCode !== null || this.signalCode !== null;
    if (pid !== undefined && isNode(options.file))
      awaitStart(work, `start of process ${pid}`, () => isFollowing(endOfName(pid)), hasEnded);
    return result;
  };
}

/** Only a program of Node is waited for. Others may start one, which follows when it is ready. */
function isNode(file: string): boolean {
  return file === process.execPath || basename(file).replace(/\.exe$/, '') === 'node';
}

/** The environment of a process, with the module to preload and the address of the emulator. */
function withPreload(pairs: readonly string[], entry: string): string[] {
  const env = new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith('MESSAGING_EMULATOR_') && value !== undefined && !env.has(name)) env.set(name, value);
  const options = env.get('NODE_OPTIONS') ?? '';
  if (!options.includes(entry)) env.set('NODE_OPTIONS', `${options} --import ${entry}`.trim());
  return [...env].map(([name, value]) => `${name}=${value}`);
}

function followThreads({ entry, work, isFollowing, warn }: ProcessParts): void {
  let hasWarned = false;
  class FollowedWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const inherited = options.execArgv ?? process.execArgv;
      const execArgv = inherited.includes(entry) ? inherited : [...inherited, '--import', entry];
      super(file, { ...options, execArgv });
      const id = this.threadId;
      const hasEnded = () => this.threadId !== id;
      // Node preloads nothing into these.
      if (options.eval !== true)
        awaitStart(work, `start of thread ${id}`, () => isFollowing(endOfName(process.pid, id)), hasEnded);
      else if (!hasWarned) {
        hasWarned = true;
        warn(`thread ${id} keeps the machine's time, because its code is a text (eval: true). Use a file.`);
      }
    }

    /** The end is work, because the application may wait for it before it starts the next thread. */
    override terminate(): Promise<number> {
      const task: Task = { name: `end of thread ${this.threadId}`, patienceMs: PATIENCE_MS, isNamed: false };
      work.begin(task);
      const ended = super.terminate();
      void ended.finally(() => work.end(task));
      return ended;
    }
  }
  Object.defineProperty(FollowedWorker, 'name', { value: 'Worker' });
  Object.assign(workerThreads, { Worker: FollowedWorker });
}

/**
 * Counts the start of a program as work until it follows the clock, or has ended. Its state is read, because applications
 * remove the listeners of programs that they end.
 */
function awaitStart(
  work: Work,
  name: string,
  isFollowing: () => Promise<boolean>,
  hasEnded: () => boolean,
): void {
  const task: Task = { name, patienceMs: PATIENCE_MS, isNamed: false };
  work.begin(task);
  const wait = async () => {
    while (!hasEnded() && task.isLate !== true && !(await isFollowing())) await realTime(POLL_MS);
    work.end(task);
  };
  void wait();
}

function noticeCalls(target: object, method: string, work: Work): void {
  const call = Reflect.get(target, method) as CallableFunction;
  Object.defineProperty(target, method, {
    configurable: true,
    writable: true,
    value: function (this: unknown, ...args: unknown[]) {
      work.notice();
      return Reflect.apply(call, this, args) as unknown;
    },
  });
}
