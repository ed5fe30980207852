/** Messages a second: ours through `sendMany`, the others one call a message, 64 concurrent. */

import { messageOf } from '../../emulator/requests.ts';
import { timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { nodeTransport, PEERS, type Send, sdkClient, viaPeer } from '../clients.ts';

const AIM = 20;
const MESSAGES = { ours: 20_000, theirs: 600 };

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const { messages } = await sdkClient(url, { transport: await nodeTransport() });

function* source() {
  for (let n = 0; n < MESSAGES.ours; n++) yield messageOf(n);
}

async function ours(): Promise<number> {
  const { wallMs } = await timed(async () => {
    for await (const outcome of messages.sendMany(source())) if (!outcome.ok) throw outcome.error;
  });
  return MESSAGES.ours / (wallMs / 1000);
}

async function theirs(send: Send): Promise<number> {
  let n = 0;
  const caller = async () => {
    while (n < MESSAGES.theirs) await send(n++);
  };
  const { wallMs } = await timed(() => Promise.all(Array.from({ length: 64 }, caller)));
  return MESSAGES.theirs / (wallMs / 1000);
}

const peers = await Promise.all(PEERS.map(async (name) => [name, await viaPeer(name, url)] as const));
const rounds = await interleaved<Record<string, number>>(
  9,
  { ours, ...Object.fromEntries(peers.map(([name, send]) => [name, () => theirs(send)])) },
  2,
);
server.stop();
const rate = (name: string) => median(rounds.map((round) => round[name] ?? 0));
const [best = ''] = PEERS.toSorted((a, b) => rate(b) - rate(a));
const ratio = spread(rounds.map((round) => (round.ours ?? 0) / (round[best] ?? 0)));
const others = PEERS.map((name) => `${name} ${digits(rate(name))}`).join(', ');
report([
  {
    work: 'messages a second through `sendMany`, against one call a message of the best peer',
    aim: `≥ ${AIM}×`,
    measured: `${show(ratio, '×')} of ${best}: ${digits(rate('ours'))} a second; ${others}`,
    met: ratio.median >= AIM,
  },
]);
