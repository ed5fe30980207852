/**
 * The emulator's server with a million single messages. It reports the longest delay of its event loop and the longest
 * garbage collection since the previous report.
 */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { messagesRequest, post } from '../emulated.ts';
import { ACCOUNT, MESSAGE_PATH, messageOf } from '../requests.ts';

/** The report of the server process. Times are in milliseconds. */
export interface Pauses {
  readonly url: string;
  readonly longestMs: number;
  /** The same as processor time of the thread, which does not include other processes. */
  readonly longestCpuMs: number;
  readonly longestCollectionMs: number;
}

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
/** The number of messages with a callback. Each causes a webhook, which takes much longer than a message. */
const CALLBACKS = MESSAGES / 20;
/** The number of messages that stay scheduled. Each is a separate job. */
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
  // The monitor detects a pause when its next timer runs; garbage collections are reported even later.
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
