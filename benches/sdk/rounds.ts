import type { Took } from '../measure/cpu.ts';
import { ProgramProcess } from '../measure/program-process.ts';

/** Messages to send. */
export interface Work {
  readonly messages: number;
  /** The number of concurrent requests. */
  readonly concurrency: number;
}

/** A client in a process of its own. It reports the processor time of its process, user and system, and the elapsed time. */
export type Caller = ProgramProcess<Work, Took>;

/** Starts a process with the client of a name: `sendMany`, or a name of `clientNamed`. */
export function startCaller(name: string, url: string): Caller {
  return new ProgramProcess(new URL('caller.ts', import.meta.url), [name, url]);
}

/** The cost of a message in one round, by client, in microseconds. */
export type Round = ReadonlyMap<string, Took>;

/** A client and what it does in each slice. */
export interface Contestant {
  readonly caller: Caller;
  readonly slice: Work;
  /** Messages before the first round. With too few, code of the clients is still compiled during the rounds. */
  readonly warmUp: number;
}

/**
 * Lets clients alternate in short slices, so that everything else that the machine does affects all of them. A round is
 * the sum of many slices.
 */
export async function runRounds(
  contestants: ReadonlyMap<string, Contestant>,
  { rounds, slices }: { readonly rounds: number; readonly slices: number },
): Promise<readonly Round[]> {
  for (const { caller, slice, warmUp } of contestants.values())
    await caller.ask({ ...slice, messages: warmUp });
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await runRound(contestants, slices));
  return measured;
}

async function runRound(contestants: ReadonlyMap<string, Contestant>, slices: number): Promise<Round> {
  const totals = new Map<string, Took>();
  for (let slice = 0; slice < slices; slice++)
    for (const [name, { caller, slice: work }] of slice % 2 === 0
      ? contestants
      : [...contestants].toReversed()) {
      const { cpuMicros, wallMs } = await caller.ask(work);
      const before = totals.get(name) ?? { cpuMicros: 0, wallMs: 0 };
      const count = slices * work.messages;
      totals.set(name, {
        cpuMicros: before.cpuMicros + cpuMicros / count,
        wallMs: before.wallMs + wallMs / count,
      });
    }
  return totals;
}

/** The cost of a message for a client, in a round. */
export function costOf(round: Round, name: string): Took {
  return round.get(name) ?? { cpuMicros: Number.NaN, wallMs: Number.NaN };
}
