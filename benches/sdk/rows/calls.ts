/**
 * Processor time of a client's process for a call, user and system, sequential and 64 concurrent. Every client has a process
 * of its own, and the server another one. The clients alternate in short rounds, so that everything else that the machine
 * does affects all of them.
 */

import type { ServerQuestion, ServerReport } from '../../measure/answer-questions.ts';
import type { Took } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { ProgramProcess } from '../../measure/program-process.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits, median, type Spread, show, spread } from '../../measure/statistics.ts';
import type { Work } from '../caller.ts';
import { PEERS } from '../clients.ts';

const NAMES = ['fetch', 'sdk', 'sdk/node', 'node:http', 'ky', ...PEERS];
const ROUNDS = 27;
const MESSAGES = 500;
/** With fewer, code of the clients is still compiled during the rounds. */
const WARM_UP = 20_000;

/** Microseconds of each client for a call. */
type Round = Readonly<Record<string, number>>;

const server = new ProgramProcess<ServerQuestion, ServerReport>(new URL('../server.ts', import.meta.url));
const { url } = await server.ask('report');
type Client = ProgramProcess<Work, Took>;
const callers = new Map<string, Client>(
  NAMES.map((name) => [name, new ProgramProcess(new URL('../caller.ts', import.meta.url), [name, url])]),
);

async function measure(concurrency: number): Promise<readonly Round[]> {
  for (const caller of callers.values()) await caller.ask({ messages: WARM_UP, concurrency });
  const costOf = async (caller: Client) => {
    const { cpuMicros } = await caller.ask({ messages: MESSAGES, concurrency });
    return cpuMicros / MESSAGES;
  };
  const contestants = [...callers].map(([name, caller]) => [name, () => costOf(caller)] as const);
  return interleaved<Round>(ROUNDS, Object.fromEntries(contestants));
}

const of = (rounds: readonly Round[], name: string) => rounds.map((round) => round[name] ?? Number.NaN);

function ratios(rounds: readonly Round[], name: string): Spread {
  return spread(rounds.map((round) => (round[name] ?? Number.NaN) / (round.fetch ?? Number.NaN)));
}

function callRow(work: string, name: string, aim: number, rounds: readonly Round[]): Row {
  const ours = ratios(rounds, name);
  const micros = (one: string) => digits(median(of(rounds, one)));
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
