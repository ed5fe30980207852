/** The longest pauses of waits over a million messages, and the cost of abandoned and live waits. */
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listen } from '@messaging-service/emulator/node';
import { longestTurn } from '../../measure/longest-turn.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { messagesRequest, post, virtualEmulator } from '../emulated.ts';

const MESSAGES = 1_000_000;
const WAITS = 3_000;
const AIM_MS = 50;

const emulator = virtualEmulator({ journalLimit: 1_000 });
const server = await listen(emulator);
for (let from = 0; from < MESSAGES; from += 1_000) {
  const { path, body } = messagesRequest(from, 1_000);
  await post(emulator, path, body);
}

const wait = (query: Record<string, string>) =>
  fetch(
    `${server.url}/_emulator/messages/wait?${new URLSearchParams({ timeout: '0', ...query }).toString()}`,
  );

/** The longest turn of the event loop, and the time until the response. */
async function pause(query: Record<string, string>): Promise<Row> {
  global.gc?.();
  await setTimeout(50);
  let status = 0;
  const startedAt = performance.now();
  let ms = 0;
  const { cpuMs } = await longestTurn(async () => {
    ({ status } = await wait(query));
    ms = performance.now() - startedAt;
  });
  return {
    work: `\`GET /messages/wait\` over 1,000,000 messages, ${JSON.stringify(query)}: longest turn of the event loop`,
    aim: `≤ ${AIM_MS} ms`,
    measured: `${digits(cpuMs)} ms of CPU; status ${status} after ${digits(ms)} ms`,
    met: cpuMs <= AIM_MS,
  };
}

/** The milliseconds for 1,000 messages, one call each, with this number of waits. */
async function sending(): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < 1_000; index++) {
    const { path, body } = messagesRequest(index, 1);
    await post(emulator, path, body);
  }
  return performance.now() - startedAt;
}

const rows: Row[] = [];
await wait({ pattern: 'x' });
for (const query of [
  { pattern: '^(([^~])+)+~' },
  { pattern: '(?i)[\\p{L}\\p{N} .:]{190}' },
  { contains: 'no such text' },
  { to: '447800000001', contains: 'no such text' },
])
  rows.push(await pause(query));

await sending();
const alone = await sending();
const calls = Array.from({ length: WAITS }, (_, index) => {
  const query = new URLSearchParams({ timeout: '60s', contains: `code ${index}` });
  return get(`${server.url}/_emulator/messages/wait?${query.toString()}`).on('error', () => undefined);
});
await Promise.all(calls.map((call) => once(call, 'socket')));
await setTimeout(2_000);
const beside = await sending();
for (const call of calls) call.destroy();
await setTimeout(1_000);
const abandoned = await sending();
rows.push({
  work: '1,000 messages with 3,000 waits for different texts, then after the waits were abandoned',
  aim: 'no slower after they were abandoned',
  measured: `${digits(beside)} ms, then ${digits(abandoned)} ms; ${digits(alone)} ms without waits`,
  met: abandoned <= 1.5 * alone,
});
await server.close({ limit: 0 });
emulator.close();
report(rows);
