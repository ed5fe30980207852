/** The processor time that a state file costs at 1,000 messages a second. */
import { setTimeout } from 'node:timers/promises';
import { messagesRequest } from '../../emulator/emulated.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';

const ROUNDS = 3;
const SECONDS = 10;
const CALLS_PER_SECOND = 100;
const MESSAGES_PER_CALL = 10;
const AIM_RATIO = 1.1;

/** Sends 1,000 messages a second for some seconds, and returns the processor time of the server in microseconds. */
async function cpuAtRate(server: ServerProcess): Promise<number> {
  const { url, cpuMicros: before } = await server.renew();
  const startedAt = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let call = 0; call < SECONDS * CALLS_PER_SECOND; call++) {
    const wait = startedAt + (call * 1_000) / CALLS_PER_SECOND - performance.now();
    if (wait > 0) await setTimeout(wait);
    const { path, body } = messagesRequest(call * MESSAGES_PER_CALL, MESSAGES_PER_CALL);
    calls.push(fetch(url + path, { method: 'POST', body }).then((response) => response.text()));
  }
  await Promise.all(calls);
  // The changes of the last interval are written, too.
  await setTimeout(500);
  return (await server.report()).cpuMicros - before;
}

async function startServer(state: '0' | '1'): Promise<ServerProcess> {
  process.env.BENCH_STATE = state;
  return ServerProcess.start(new URL('../servers/kept.ts', import.meta.url));
}

const [without, kept] = [await startServer('0'), await startServer('1')];
const rounds = await interleaved(
  ROUNDS,
  { without: () => cpuAtRate(without), kept: () => cpuAtRate(kept) },
  1,
);
without.stop();
kept.stop();
const ratio = spread(rounds.map((round) => round.kept / round.without));
const share = (micros: number) => `${digits(micros / SECONDS / 10_000)} %`;

report([
  {
    work: 'Processor time of the server at 1,000 messages a second, with a state file against without',
    aim: `≤ ${AIM_RATIO}×`,
    measured: `${show(ratio, '×')}: ${share(median(rounds.map((round) => round.kept)))} of a core, ${share(median(rounds.map((round) => round.without)))} without`,
    met: ratio.median <= AIM_RATIO,
  },
]);
