/** From the response to a send until a remote `waitForMessage` has the message, against a bare round trip over HTTP. */
import { createEmulator } from '@messaging-service/emulator';
import { connectEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';

const CALLS = 50;
const AIM_MS = 5;

const emulator = createEmulator({ accounts: [{ credits: 1_000_000, senders: ['DEMO'] }] });
const server = await listen(emulator);
const client = await connectEmulator({ url: server.url });

async function medianOf(call: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index++) times.push(await call());
  return median(times);
}

async function bareRoundTrip(): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/_emulator/mark`);
  await response.text();
  return performance.now() - startedAt;
}

async function waitAfterSend(): Promise<number> {
  const since = await client.mark();
  const waiting = client.waitForMessage({ to: '447700900123', match: /code is (\d{6})/, since });
  const from = { type: 'custom', value: 'DEMO' };
  const messages = [{ to: '447700900123', from, body: 'Your code is 482913' }];
  const url = `${server.url}/message?key=${client.account.apiKey}`;
  const startedAt = performance.now();
  const sent = fetch(url, { method: 'POST', body: JSON.stringify({ messages }) });
  await waiting;
  const tookMs = performance.now() - startedAt;
  await (await sent).text();
  return tookMs;
}

const rounds = await interleaved(
  5,
  { bare: () => medianOf(bareRoundTrip), waited: () => medianOf(waitAfterSend) },
  1,
);
const more = spread(rounds.map(({ bare, waited }) => waited - bare));
const bare = digits(median(rounds.map((round) => round.bare)));
report([
  {
    work: 'Remote `waitForMessage` from the start of a send, beyond a bare round trip',
    aim: `≤ ${AIM_MS} ms`,
    measured: `${show(more, ' ms')}, round trip ${bare} ms`,
    met: more.median <= AIM_MS,
  },
]);
await client.close();
await server.close();
