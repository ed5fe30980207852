import { AsyncResource, createHook } from 'node:async_hooks';
import { define } from './built-ins.ts';
import type { Task, Work } from './work.ts';

/** The jobs of `node:crypto`. Requests of `node:http` have similar names, and resources of the application can have them. */
const CRYPTOGRAPHY = /^(?!HTTP)[A-Z\d]+REQUEST$/;

/** Resources of Node for one operation each, which end with their first callback. */
const OPERATIONS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(FSREQ|FILEHANDLECLOSEREQ)/, 'operation on a file'],
  [/^(GETADDRINFOREQ|GETNAMEINFOREQ|QUERY)WRAP$/, 'look-up of a name'],
  [/^HTTP2(PING|SETTINGS)$/, 'HTTP/2 ping or settings'],
];

/** Types of resources that are plain objects, but not of native code. */
const OF_NODE: ReadonlySet<string> = new Set(['TickObject', 'PROMISE']);

/**
 * How long an operation of native code can take, in milliseconds of real time. A function that native code can call at any time
 * looks the same. If it is never called, one advance waits this long for it.
 */
const NATIVE_MS = 2_000;

/**
 * Counts what runs in Node's pool of threads as work: files, look-ups of names, compression, cryptography, and operations of
 * native packages such as bcrypt. Nothing else shows that they are running. Pings of HTTP/2 count, too.
 */
export function followNativeWork(work: Work): void {
  const running = new Map<number, Task>();
  const begin = (id: number, task: Task) => {
    running.set(id, task);
    work.begin(task);
  };
  /** Writes of compression that have not ended. Within the callback of one, the next one begins. */
  const writes = new Map<number, number>();
  const onWrite = (handle: Compression, id: number, task: Task) => {
    const write = handle.write.bind(handle);
    handle.write = (...args) => {
      writes.set(id, (writes.get(id) ?? 0) + 1);
      begin(id, task);
      return write(...args);
    };
  };
  const isWriting = (id: number) => {
    const left = (writes.get(id) ?? 1) - 1;
    if (left > 0) writes.set(id, left);
    else writes.delete(id);
    return left > 0;
  };
  followCompilation(work);
  createHook({
    // Promises are many, and never native work. Older versions of Node ignore this option.
    trackPromises: false,
    init: (id, type, _trigger, resource) => {
      const task: Task = { name: nameOf(type), isSilent: true };
      if (OPERATIONS.some(([pattern]) => pattern.test(type))) begin(id, { ...task, isPart: true });
      else if (type === 'ZLIB') onWrite(resource as Compression, id, task);
      else if (!OF_NODE.has(type) && isPlain(resource)) begin(id, { ...task, patienceMs: NATIVE_MS });
      else if (CRYPTOGRAPHY.test(type) && !(resource instanceof AsyncResource))
        onAsyncRun(resource as Job, () => begin(id, task));
    },
    after: (id) => {
      const task = running.get(id);
      if (task === undefined || isWriting(id)) return;
      running.delete(id);
      work.end(task);
    },
  }).enable();
}

/** The compilation of WebAssembly has no resource. */
function followCompilation(work: Work): void {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Record<string, unknown> };
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
    const compile = WebAssembly[name] as (...args: unknown[]) => Promise<unknown>;
    define(WebAssembly, name, (...args: unknown[]) => {
      const task: Task = { name: 'compilation of WebAssembly', isSilent: true };
      work.begin(task);
      const compiled = Reflect.apply(compile, WebAssembly, args);
      const end = () => work.end(task);
      void compiled.then(end, end);
      return compiled;
    });
  }
}

function nameOf(type: string): string {
  return OPERATIONS.find(([pattern]) => pattern.test(type))?.[1] ?? (type === 'ZLIB' ? 'compression' : type);
}

/** A stream of `node:zlib`. */
interface Compression {
  write(...args: unknown[]): unknown;
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
