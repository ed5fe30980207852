/**
 * Processor time of a client's process for a call, user and system, sequential and 64 concurrent. Every client has a process
 * of its own, and the server another one: see rounds.ts.
 */
import { type Row, report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, type Spread, show, spread } from '../../measure/statistics.ts';
import { PEERS } from '../clients.ts';
import { type Caller, type Contestant, costOf, type Round, runRounds, startCaller } from '../rounds.ts';

const NAMES = ['fetch', 'sdk', 'sdk/node', 'node:http', 'ky', ...PEERS];
const ROUNDS = { rounds: 9, slices: 8 };
const SLICE = 200;
const WARM_UP = 20_000;

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const callers = new Map<string, Caller>();
for (const name of NAMES) callers.set(name, startCaller(name, url));

function measure(concurrency: number): Promise<readonly Round[]> {
  const contestants = [...callers].map(([name, caller]): [string, Contestant] => [
    name,
    { caller, slice: { messages: SLICE, concurrency }, warmUp: WARM_UP },
  ]);
  return runRounds(new Map(contestants), ROUNDS);
}

function ratios(rounds: readonly Round[], name: string): Spread {
  return spread(rounds.map((round) => costOf(round, name).cpuMicros / costOf(round, 'fetch').cpuMicros));
}

function callRow(work: string, name: string, aim: number, rounds: readonly Round[]): Row {
  const ours = ratios(rounds, name);
  const micros = (one: string) => digits(median(rounds.map((round) => costOf(round, one).cpuMicros)));
  const others = ['node:http', 'ky', ...PEERS].map(
    (other) => `${other} ${digits(ratios(rounds, other).median)}`,
  );
  return {
    work,
    aim: `≤ ${aim.toFixed(2)} × fetch`,
    measured: `${show(ours, '×')}, ${micros(name)} of ${micros('fetch')} µs; ${others.join(', ')}`,
    met: ours.median <= aim,
  };
}

const one = await measure(1);
const many = await measure(64);
for (const caller of callers.values()) caller.stop();
server.stop();
report([
  callRow('CPU a call, one at a time', 'sdk', 1.25, one),
  callRow('CPU a call, 64 concurrent', 'sdk', 1.35, many),
  callRow('CPU a call, Node transport, one at a time', 'sdk/node', 0.6, one),
  callRow('CPU a call, Node transport, 64 concurrent', 'sdk/node', 0.62, many),
]);
