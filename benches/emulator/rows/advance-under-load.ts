/** The duration of an advance while messages arrive, and of `health` while receivers hang. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listen } from '@messaging-service/emulator/node';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { post, virtualEmulator } from '../emulated.ts';
import { MESSAGE_PATH, messageOf } from '../requests.ts';

const RECEIVERS = 10_000;

/** Seconds for ten minutes of virtual time, with a message every 50 ms and a receiver that takes 100 ms. */
async function advanceUnderLoad(after: string): Promise<number> {
  const receiver = createServer((_, response) => {
    void setTimeout(100).then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const emulator = virtualEmulator({ carrier: { after } });
  const server = await listen(emulator);
  const end = new AbortController();
  const load = (async () => {
    for (let index = 0; !end.signal.aborted; index++) {
      const body = JSON.stringify({ messages: [messageOf(index, { callback })] });
      await fetch(server.url + MESSAGE_PATH, { method: 'POST', body });
      await setTimeout(50);
    }
  })();
  await setTimeout(500);
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/_emulator/clock/advance`, {
    method: 'POST',
    body: JSON.stringify({ by: '10m' }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  const seconds = (performance.now() - startedAt) / 1000;
  end.abort();
  await load;
  await server.close();
  emulator.close();
  receiver.closeAllConnections();
  receiver.close();
  return seconds;
}

/** The slowest `GET /health` within a second, in milliseconds, while receivers of webhooks never respond. */
async function healthBesideHangingReceivers(): Promise<number> {
  const receiver = createServer(() => undefined).listen(0, '0.0.0.0');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const emulator = virtualEmulator();
  const server = await listen(emulator);
  const health = async () => {
    const startedAt = performance.now();
    await (await fetch(`${server.url}/_emulator/health`)).text();
    return performance.now() - startedAt;
  };
  await health();
  const messages = Array.from({ length: RECEIVERS }, (_, index) =>
    messageOf(index, { callback: `http://127.1.${index >> 8}.${index & 255}:${port}/` }),
  );
  // In calls of 100, so that the webhooks are measured and not one large call.
  const sending = (async () => {
    for (let from = 0; from < RECEIVERS; from += 100) {
      await post(emulator, MESSAGE_PATH, JSON.stringify({ messages: messages.slice(from, from + 100) }));
      await setTimeout(1);
    }
  })();
  let longest = 0;
  for (const until = performance.now() + 3_000; performance.now() < until; )
    longest = Math.max(longest, await health());
  await sending;
  emulator.close();
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
  return longest;
}

const immediate = await advanceUnderLoad('0s');
const later = await advanceUnderLoad('3s');
const health = await healthBesideHangingReceivers();
report([
  {
    work: '`POST /clock/advance` by 10 minutes, a message every 50 ms, a receiver that takes 100 ms',
    aim: '≤ 5 s',
    measured: `${digits(immediate)} s; ${digits(later)} s where each message takes 3 s to be delivered`,
    met: immediate <= 5,
  },
  {
    work: '`GET /health` while 10,000 receivers of webhooks hang: the longest',
    aim: '≤ 250 ms',
    measured: `${digits(health)} ms`,
    met: health <= 250,
  },
]);
