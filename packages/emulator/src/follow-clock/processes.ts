import { ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import workerThreads, { MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { define } from './dates.ts';
import type { Connection } from './emulator-connection.ts';
import { realTime } from './real-time.ts';
import { endOfName } from './settings.ts';
import { warn } from './warn.ts';
import type { Task, Work } from './work.ts';

/** The interval between two checks whether a program follows, in milliseconds of real time. */
const POLL_MS = 20;

/**
 * Lets Node processes and worker threads that the application starts follow the clock, too. An instant lasts until they
 * do. The application cannot wait for a process that it starts synchronously, so that one keeps the machine's time.
 *
 * @param entry - Address of the module that makes a program follow the clock.
 */
export function followProcesses(entry: string, work: Work, connection: Connection): void {
  const isFollowing = (end: string) => connection.isFollowing(end).catch(() => false);
  const awaitStart: AwaitStart = async (name, end, hasEnded) => {
    const task: Task = { name, isSilent: true };
    work.begin(task);
    while (!hasEnded() && task.isLate !== true && !(await isFollowing(end))) await realTime(POLL_MS);
    work.end(task);
  };
  followChildren(entry, awaitStart);
  followThreads(entry, work, awaitStart);
  // A message may wake the thread or process that gets it.
  for (const target of [MessagePort.prototype, Worker.prototype]) noticeCalls(target, 'postMessage', work);
  if (process.send !== undefined) noticeCalls(process, 'send', work);
  noticeCalls(ChildProcess.prototype, 'send', work);
}

/**
 * Counts the start of a program, whose name ends like this, as work until it follows the clock, or has ended. Its state is
 * read, because applications remove the listeners of programs that they end.
 */
type AwaitStart = (name: string, endOfName: string, hasEnded: () => boolean) => Promise<void>;

/** What `ChildProcess.prototype.spawn` takes; all functions that start a process asynchronously call it. */
interface SpawnOptions {
  readonly file: string;
  envPairs?: string[];
}

function followChildren(entry: string, awaitStart: AwaitStart): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): unknown };
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the child as `this` below.
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, options: SpawnOptions) {
    options.envPairs = withPreload(options.envPairs ?? [], entry);
    const result = Reflect.apply(spawn, this, [options]);
    const { pid } = this;
    const hasEnded = () => this.exitCode !== null || this.signalCode !== null;
    if (pid !== undefined && isNode(options.file))
      void awaitStart(`start of process ${pid}`, endOfName(pid), hasEnded);
    return result;
  };
}

/** Only a program of Node is waited for. Others may start one, which follows when it is ready. */
function isNode(file: string): boolean {
  return file === process.execPath || basename(file).replace(/\.exe$/, '') === 'node';
}

/** The environment of a process, with the module to preload and the address of the emulator. */
function withPreload(pairs: readonly string[], entry: string): string[] {
  const env = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
  for (const [name, value = ''] of Object.entries(process.env))
    if (name.startsWith('MESSAGING_EMULATOR_') && !env.has(name)) env.set(name, `${name}=${value}`);
  const options = env.get('NODE_OPTIONS') ?? 'NODE_OPTIONS=';
  if (!options.includes(entry)) env.set('NODE_OPTIONS', `${options} --import ${entry}`);
  return [...env.values()];
}

function followThreads(entry: string, work: Work, awaitStart: AwaitStart): void {
  let hasWarned = false;
  // Otherwise an idle thread of Piscina blocks its event loop, and does not notice that time has moved.
  process.env.PISCINA_DISABLE_ATOMICS ??= '1';
  class FollowedWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const inherited = options.execArgv ?? process.execArgv;
      const execArgv = inherited.includes(entry) ? inherited : [...inherited, '--import', entry];
      super(file, { ...options, execArgv });
      const id = this.threadId;
      const hasEnded = () => this.threadId !== id;
      // Node preloads nothing into these.
      if (options.eval !== true)
        void awaitStart(`start of thread ${id}`, endOfName(process.pid, id), hasEnded);
      else if (!hasWarned) {
        hasWarned = true;
        warn(`thread ${id} keeps the machine's time, because its code is a text (eval: true). Use a file.`);
      }
    }

    /** The end is work, because the application may wait for it before it starts the next thread. */
    override terminate(): Promise<number> {
      const task: Task = { name: `end of thread ${this.threadId}`, isSilent: true };
      work.begin(task);
      const ended = super.terminate();
      void ended.finally(() => work.end(task));
      return ended;
    }
  }
  Object.defineProperty(FollowedWorker, 'name', { value: 'Worker' });
  Object.assign(workerThreads, { Worker: FollowedWorker });
}

function noticeCalls(target: object, method: string, work: Work): void {
  const call = Reflect.get(target, method) as CallableFunction;
  define(target, method, function (this: unknown, ...args: unknown[]) {
    work.notice();
    return Reflect.apply(call, this, args) as unknown;
  });
}
