/** Processor time of this process for a call, sequential and 64 concurrent; the server is a separate process. */
import { timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import type { Row } from '../../measure/row.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, type Spread, show, spread } from '../../measure/statistics.ts';
import {
  nodeTransport,
  PEERS,
  type Send,
  viaFetch,
  viaKy,
  viaNodeHttp,
  viaPeer,
  viaSdk,
} from '../clients.ts';

const CALLS = 600;
const ROUNDS = 15;

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const node = await nodeTransport();
const senders: Readonly<Record<string, Send>> = {
  fetch: viaFetch(url),
  sdk: await viaSdk(url),
  'sdk/node': await viaSdk(url, { transport: node }),
  'node:http': viaNodeHttp(url),
  ky: await viaKy(url),
  ...Object.fromEntries(
    await Promise.all(PEERS.map(async (name) => [name, await viaPeer(name, url)] as const)),
  ),
};

async function microsPerCall(send: Send, concurrency: number): Promise<number> {
  let n = 0;
  const caller = async () => {
    while (n < CALLS) await send(n++);
  };
  const { cpuMicros } = await timed(() => Promise.all(Array.from({ length: concurrency }, caller)));
  return cpuMicros / CALLS;
}

/** The ratios of each round to `fetch`. */
async function measure(concurrency: number): Promise<(name: string) => Spread> {
  const contestants = Object.entries(senders).map(
    ([name, send]) => [name, () => microsPerCall(send, concurrency)] as const,
  );
  const rounds = await interleaved(ROUNDS, Object.fromEntries(contestants), 3);
  return (name) => spread(rounds.map((round) => (round[name] ?? Number.NaN) / (round.fetch ?? Number.NaN)));
}

function callRow(work: string, name: string, aim: number, ratio: (name: string) => Spread): Row {
  const ours = ratio(name);
  const others = ['node:http', 'ky', ...PEERS].map((other) => `${other} ${digits(ratio(other).median)}`);
  return {
    work,
    aim: `≤ ${aim.toFixed(2)} × fetch`,
    measured: `${show(ours, '×')}; ${others.join(', ')}`,
    met: ours.median <= aim,
  };
}

const one = await measure(1);
const many = await measure(64);
node.close();
server.stop();
report([
  callRow('CPU a call, one at a time', 'sdk', 1.15, one),
  callRow('CPU a call, 64 concurrent', 'sdk', 1.25, many),
  callRow('CPU a call, Node transport, one at a time', 'sdk/node', 0.45, one),
  callRow('CPU a call, Node transport, 64 concurrent', 'sdk/node', 0.5, many),
]);
