/**
 * The emulator's node face with a million single messages in it. It watches its own event loop: how long it was held up
 * at most since it was last asked, and how long the longest garbage collection took.
 */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { messagesRequest, post } from '../emulated.ts';
import { ACCOUNT, MESSAGE_PATH, messageOf } from '../requests.ts';

/** What the server process reports. Times are milliseconds. */
export interface Pauses {
  readonly url: string;
  readonly longestMs: number;
  /** The same as processor time of the thread: what other processes of the machine take away does not count. */
  readonly longestCpuMs: number;
  readonly longestCollectionMs: number;
}

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
/** Messages with a callback: each becomes a webhook, which takes far longer than a message. */
const CALLBACKS = MESSAGES / 20;
/** Messages that stay scheduled: each is a job of its own. */
const SCHEDULED = MESSAGES / 10;
const SIZE = 1_000;

const emulator = createEmulator({
  clock: 'system',
  accounts: [ACCOUNT],
  webhooks: { fetch: () => Promise.resolve(new Response(null, { status: 200 })) },
});
for (let from = 0; from < MESSAGES; from += SIZE) {
  const { path, body } = from < CALLBACKS ? withCallbacks(from) : requestOf(from);
  await post(emulator, path, body);
}
const server = await listen(emulator);

let longestCollectionMs = 0;
const collections = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestCollectionMs = Math.max(longestCollectionMs, duration);
});
collections.observe({ entryTypes: ['gc'] });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longestCpuMs = 0;
let cpu = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu);
  cpu = process.threadCpuUsage();
  longestCpuMs = Math.max(longestCpuMs, (user + system) / 1_000);
}, 1).unref();

process.on('disconnect', () => process.exit());
process.on('message', () => {
  // The monitor notices a pause only when its timer runs afterwards, and collections are reported later still.
  setTimeout(() => {
    const report: Pauses = { url: server.url, longestMs: delay.max / 1e6, longestCpuMs, longestCollectionMs };
    delay.reset();
    longestCollectionMs = 0;
    longestCpuMs = 0;
    process.send?.(report);
  }, 20);
});

function requestOf(from: number) {
  if (from < MESSAGES - SCHEDULED) return messagesRequest(from, SIZE);
  return messagesRequest(from, SIZE, (index) => new Date(Date.now() + 3_600_000 + index).toISOString());
}

function withCallbacks(from: number) {
  const callback = 'https://customer.test/receipts';
  const messages = Array.from({ length: SIZE }, (_, index) => messageOf(from + index, { callback }));
  return { path: MESSAGE_PATH, body: JSON.stringify({ messages }) };
}
