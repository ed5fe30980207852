import { AsyncResource, createHook } from 'node:async_hooks';
import type { Task, Work } from './work.ts';

/** The jobs of `node:crypto`. Requests of `node:http` have similar names, and resources of the application can have them. */
const CRYPTOGRAPHY = /^(?!HTTP)[A-Z\d]+REQUEST$/;

/** Types of resources that are plain objects, but not of native code. */
const OF_NODE: ReadonlySet<string> = new Set(['TickObject', 'PROMISE']);

/**
 * How long an operation of native code can take, in milliseconds of real time. A function that native code can call at any time
 * looks the same. If it is never called, one advance waits this long for it.
 */
const NATIVE_MS = 2_000;

/**
 * Counts what runs in Node's pool of threads as work: cryptography, and operations of native packages such as bcrypt. Nothing
 * else shows that they are running.
 */
export function followNativeWork(work: Work): void {
  const running = new Map<number, Task>();
  const begin = (id: number, task: Task) => {
    running.set(id, task);
    work.begin(task);
  };
  createHook({
    // Promises are many, and never native work. Older versions of Node ignore this option.
    trackPromises: false,
    init: (id, type, _trigger, resource) => {
      const task: Task = { name: type, isSilent: true };
      if (!OF_NODE.has(type) && isPlain(resource)) begin(id, { ...task, patienceMs: NATIVE_MS });
      else if (CRYPTOGRAPHY.test(type) && !(resource instanceof AsyncResource))
        onAsyncRun(resource as Job, () => begin(id, task));
    },
    after: (id) => {
      const task = running.get(id);
      if (task === undefined) return;
      running.delete(id);
      work.end(task);
    },
  }).enable();
}

/** A job of `node:crypto`. It returns a list with the result if it runs synchronously. */
interface Job {
  run(): unknown;
}

function onAsyncRun(job: Job, begin: () => void): void {
  const run = job.run.bind(job);
  job.run = () => {
    const result = run();
    if (!Array.isArray(result)) begin();
    return result;
  };
}

function isPlain(resource: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(resource);
  return prototype === Object.prototype || prototype === Promise.prototype;
}
