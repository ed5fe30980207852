/**
 * Processor time of a client's process for a call, sequential and 64 concurrent. Every client has a process of its own, and
 * the server another one. The clients run by turns in short slices, so that whatever else the machine does affects all of
 * them; a round is the sum of many slices.
 */
import { report } from '../../measure/report.ts';
import type { Row } from '../../measure/row.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, type Spread, show, spread } from '../../measure/statistics.ts';
import { CallerProcess } from '../caller-process.ts';
import { PEERS } from '../clients.ts';

const NAMES = ['fetch', 'sdk', 'sdk/node', 'node:http', 'ky', ...PEERS];
const SLICE = 200;
const SLICES = 10;
const ROUNDS = 12;
/** Calls of each process before the first round. With 6,000, code of the clients is still compiled during the rounds. */
const WARM_UP = 25_000;

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const callers = new Map<string, CallerProcess>();
for (const name of NAMES) callers.set(name, await CallerProcess.start(name, url));

/** The microseconds of a call in one round, by client. */
type Round = ReadonlyMap<string, number>;

async function runRound(concurrency: number): Promise<Round> {
  const totals = new Map<string, number>();
  for (let slice = 0; slice < SLICES; slice++)
    for (const [name, caller] of slice % 2 === 0 ? callers : [...callers].toReversed())
      totals.set(name, (totals.get(name) ?? 0) + (await caller.run({ calls: SLICE, concurrency })));
  return new Map([...totals].map(([name, micros]) => [name, micros / (SLICE * SLICES)]));
}

async function measure(concurrency: number): Promise<readonly Round[]> {
  for (const caller of callers.values()) await caller.run({ calls: WARM_UP, concurrency });
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await runRound(concurrency));
  return rounds;
}

function ratios(rounds: readonly Round[], name: string): Spread {
  return spread(rounds.map((round) => (round.get(name) ?? Number.NaN) / (round.get('fetch') ?? Number.NaN)));
}

function callRow(work: string, name: string, aim: number, rounds: readonly Round[]): Row {
  const ours = ratios(rounds, name);
  const micros = (one: string) => digits(median(rounds.map((round) => round.get(one) ?? Number.NaN)));
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
  callRow('CPU a call, one at a time', 'sdk', 1.15, one),
  callRow('CPU a call, 64 concurrent', 'sdk', 1.25, many),
  callRow('CPU a call, Node transport, one at a time', 'sdk/node', 0.45, one),
  callRow('CPU a call, Node transport, 64 concurrent', 'sdk/node', 0.5, many),
]);
