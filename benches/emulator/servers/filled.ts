/**
 * The emulator's server with a million single messages. It reports the longest turn of its event loop and the longest
 * garbage collection since the previous report.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { type Turn, TurnWatch } from '../../measure/longest-turn.ts';
import { messagesRequest, post } from '../emulated.ts';
import { ACCOUNT, MESSAGE_PATH, messageOf } from '../requests.ts';

/** The report of the server process. Times are in milliseconds. */
export interface Pauses extends Turn {
  readonly url: string;
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
const turns = new TurnWatch();

process.on('disconnect', () => process.exit());
process.on('message', () => {
  // The watch sees a turn when its next timer runs; garbage collections are reported even later.
  setTimeout(() => {
    const report: Pauses = { url: server.url, ...turns.take(), longestCollectionMs };
    longestCollectionMs = 0;
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
