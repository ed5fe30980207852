import { Socket } from 'node:dgram';
import { define } from './built-ins.ts';
import type { Task, Work } from './work.ts';

/** How long a reply can take, in milliseconds of real time. Many datagrams have none, such as those with metrics. */
const PATIENCE_MS = 1_000;

/** Counts what is sent through UDP as work until something arrives on the same socket. */
export function followDatagrams(work: Work): void {
  const tasks = new WeakMap<Socket, Task>();
  const prototype = Socket.prototype as unknown as Record<'send' | 'emit', (...args: unknown[]) => unknown>;
  const { send, emit } = prototype;
  define(prototype, 'send', function (this: Socket, ...args: unknown[]) {
    const task = tasks.get(this) ?? { name: 'UDP', patienceMs: PATIENCE_MS, isSilent: true };
    tasks.set(this, task);
    work.notice();
    work.begin(task);
    return Reflect.apply(send, this, args);
  });
  define(prototype, 'emit', function (this: Socket, ...args: unknown[]) {
    const task = tasks.get(this);
    if (task !== undefined && (args[0] === 'message' || args[0] === 'close')) work.end(task);
    return Reflect.apply(emit, this, args);
  });
}
