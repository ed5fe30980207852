import { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import workerThreads, { MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { define } from './built-ins.ts';
import type { Connection } from './emulator-connection.ts';
import { realTime } from './real-time.ts';
import { endOfName } from './settings.ts';
import { warn } from './warn.ts';
import type { Task, Work } from './work.ts';

/** The interval between two checks whether a program follows, in milliseconds of real time. */
const POLL_MS = 20;

/** How long a program that does not follow is waited for, in milliseconds of real time. */
const PROGRAM_MS = 2_000;

/** How long a thread that keeps the machine's time can take to reply, in milliseconds of real time. */
const REPLY_MS = 1_000;

/** What is needed to follow programs. */
interface ProcessParts {
  readonly work: Work;
  readonly connection: Connection;
  /** Lets the streams of a program count as one connection. */
  readonly converse: (address: string, streams: readonly Socket[]) => void;
}

/**
 * Lets Node processes and worker threads that the application starts follow the clock, too. An instant lasts until they
 * do. The application cannot wait for a process that it starts synchronously, so that one keeps the machine's time.
 *
 * @param entry - Address of the module that makes a program follow the clock.
 */
export function followProcesses(entry: string, { work, connection, converse }: ProcessParts): void {
  const isFollowing = (end: string) => connection.isFollowing(end).catch(() => false);
  const awaitStart: AwaitStart = async (name, end, hasEnded) => {
    // A program that does not follow may run forever.
    const task: Task = { name, isSilent: true, ...(end === undefined && { patienceMs: PROGRAM_MS }) };
    work.begin(task);
    while (!hasEnded() && task.isLate !== true && !(end !== undefined && (await isFollowing(end))))
      await realTime(POLL_MS);
    work.end(task);
  };
  followChildren(entry, awaitStart, converse);
  followThreads(entry, work, awaitStart);
  // A message may wake the thread or process that gets it.
  for (const target of [MessagePort.prototype, Worker.prototype]) noticeCalls(target, 'postMessage', work);
  if (process.send !== undefined) noticeCalls(process, 'send', work);
  noticeCalls(ChildProcess.prototype, 'send', work);
}

/**
 * Counts the start of a program, whose name ends like this, as work until it follows the clock, or has ended. One without a
 * name cannot follow, and its whole run is work for a while. Its state is read, because applications remove the listeners of programs that they end.
 */
type AwaitStart = (name: string, endOfName: string | undefined, hasEnded: () => boolean) => Promise<void>;

/** What `ChildProcess.prototype.spawn` takes; all functions that start a process asynchronously call it. */
interface SpawnOptions {
  readonly file: string;
  envPairs?: string[];
}

function followChildren(entry: string, awaitStart: AwaitStart, converse: ProcessParts['converse']): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): unknown };
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the child as `this` below.
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, options: SpawnOptions) {
    options.envPairs = withPreload(options.envPairs ?? [], entry);
    const result = Reflect.apply(spawn, this, [options]);
    const { pid } = this;
    const hasEnded = () => this.exitCode !== null || this.signalCode !== null;
    if (pid === undefined) return result;
    if (isNode(options.file)) void awaitStart(`start of process ${pid}`, endOfName(pid), hasEnded);
    else void awaitStart(`run of process ${pid}`, undefined, hasEnded);
    const streams = [this.stdin, this.stdout, this.stderr];
    if (this.stdin !== null)
      converse(
        `process ${pid}`,
        streams.filter((stream) => stream instanceof Socket),
      );
    return result;
  };
}

/** Only a program of Node is waited for until it follows. Others may start one, which follows when it is ready. */
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
  /** What threads that keep the machine's time are asked. */
  const questions = new WeakMap<Worker, Task>();
  class FollowedWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const inherited = options.execArgv ?? process.execArgv;
      const execArgv = inherited.includes(entry) ? inherited : [...inherited, '--import', entry];
      super(file, { ...options, execArgv });
      const id = this.threadId;
      const hasEnded = () => this.threadId !== id;
      // Node preloads nothing into these.
      if (options.eval !== true) {
        void awaitStart(`start of thread ${id}`, endOfName(process.pid, id), hasEnded);
        return;
      }
      const question: Task = { name: `thread ${id}`, patienceMs: REPLY_MS, isSilent: true };
      questions.set(this, question);
      work.begin(question);
      if (!hasWarned) {
        hasWarned = true;
        warn(
          `thread ${id} keeps the machine's time, because it was started from a string (eval: true). Start it from a file.`,
        );
      }
    }

    override postMessage(...args: Parameters<Worker['postMessage']>): void {
      const question = questions.get(this);
      if (question !== undefined) work.begin(question);
      super.postMessage(...args);
    }

    override emit(...args: Parameters<Worker['emit']>): boolean {
      const question = questions.get(this);
      if (question !== undefined && args[0] !== 'online') work.end(question);
      return super.emit(...args);
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
