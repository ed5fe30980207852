/**
 * Messages a second: ours through `sendMany`, the others one call a message, 64 concurrent. Every client has a process of its
 * own, and the server another one: see rounds.ts.
 */
import { report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { PEERS } from '../clients.ts';
import { type Contestant, costOf, runRounds, startCaller } from '../rounds.ts';

const AIM = 20;
const OWN = 'sendMany';

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const contestants = new Map<string, Contestant>();
for (const name of [OWN, ...PEERS]) {
  const caller = startCaller(name, url);
  contestants.set(
    name,
    name === OWN
      ? { caller, slice: { messages: 5000, concurrency: 4 }, warmUp: 150_000 }
      : { caller, slice: { messages: 200, concurrency: 64 }, warmUp: 10_000 },
  );
}
const rounds = await runRounds(contestants, { rounds: 9, slices: 8 });
for (const { caller } of contestants.values()) caller.stop();
server.stop();

const rate = (name: string) => median(rounds.map((round) => 1000 / costOf(round, name).wallMs));
const [best = ''] = PEERS.toSorted((a, b) => rate(b) - rate(a));
const ratio = spread(rounds.map((round) => costOf(round, best).wallMs / costOf(round, OWN).wallMs));
const cpu = median(rounds.map((round) => costOf(round, best).cpuMicros / costOf(round, OWN).cpuMicros));
const others = PEERS.map((name) => `${name} ${digits(rate(name))}`).join(', ');
report([
  {
    work: 'messages a second through `sendMany`, against one call a message of the best peer',
    aim: `≥ ${AIM}×`,
    measured: `${show(ratio, '×')} of ${best}: ${digits(rate(OWN))} a second; ${others}; CPU of the client's process ${digits(cpu)}×`,
    met: ratio.median >= AIM,
  },
]);
