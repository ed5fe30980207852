/** Processor time of this process for a call, sequential and 64 at once; the server is a process of its own. */
import { timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import type { Row } from '../../measure/row.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { nodeTransport, PEERS, type Send, viaFetch, viaKy, viaPeer, viaSdk } from '../clients.ts';

const CALLS = 600;
const ROUNDS = 15;

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const node = await nodeTransport();
const senders: Readonly<Record<string, Send>> = {
  fetch: viaFetch(url),
  'sdk on node': await viaSdk(url, { fetch: node }),
  'ky on node': await viaKy(url, node),
  'sdk on fetch': await viaSdk(url),
  'ky on fetch': await viaKy(url),
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

async function measure(concurrency: number) {
  const contestants = Object.entries(senders).map(
    ([name, send]) => [name, () => microsPerCall(send, concurrency)] as const,
  );
  const rounds = await interleaved(ROUNDS, Object.fromEntries(contestants), 3);
  return (name: string, base: string) =>
    spread(rounds.map((round) => (round[name] ?? Number.NaN) / (round[base] ?? Number.NaN)));
}

function callRow(work: string, aim: number, ratio: Awaited<ReturnType<typeof measure>>): Row {
  const ours = ratio('sdk on node', 'fetch');
  const others = ['sdk on fetch', 'ky on node', 'ky on fetch', ...PEERS].map(
    (name) => `${name} ${digits(ratio(name, 'fetch').median)}`,
  );
  return {
    work,
    aim: `≤ ${aim.toFixed(2)} × fetch`,
    measured: `${show(ours, '×')}; ${others.join(', ')}`,
    met: ours.median <= aim,
  };
}

const one = await measure(1);
const many = await measure(64);
server.stop();
const overKy = [one, many].map((ratio) => ratio('sdk on node', 'ky on node'));
const percent = (value: number) => `${digits(Math.round((value - 1) * 1000) / 10)} %`;
report([
  callRow('CPU a call, Node transport, sequential', 1, one),
  callRow('CPU a call, Node transport, 64 at once', 1.15, many),
  {
    work: 'CPU over bare ky on the same transport, with validation',
    aim: '≤ 5 %',
    measured: `sequential ${percent(overKy[0]?.median ?? 0)}, 64 at once ${percent(overKy[1]?.median ?? 0)}`,
    met: median(overKy.map((ratio) => ratio.median)) <= 1.05,
  },
]);
