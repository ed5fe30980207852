/**
 * 200 mixed calls a second on a server with 100,000 messages, with a page open: how long sends take, by minute. It prints a
 * line for each minute, with the latency of sends and of all calls except waits, and the memory of the server.
 */
import type { ServerQuestion, ServerReport } from '../../measure/answer-questions.ts';
import { atRate } from '../../measure/at-rate.ts';
import { ProgramProcess } from '../../measure/program-process.ts';
import { startReceiver } from '../../measure/receiver.ts';
import { report } from '../../measure/report.ts';
import { digits, percentile } from '../../measure/statistics.ts';
import { MixedCalls, SECOND } from '../mixed-calls.ts';

const MESSAGES = 100_000;
const AIM_MS = 100;
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const MINUTE_MS = 60_000;

const receiver = await startReceiver();

const server = new ProgramProcess<ServerQuestion, ServerReport>(
  new URL('../servers/emulator.ts', import.meta.url),
);
const { url } = await server.ask('report');
const calls = new MixedCalls(url, receiver.url);
await calls.fill(MESSAGES);

/** The latencies of a part of the load, in milliseconds. */
interface Latencies {
  readonly sends: number[];
  readonly all: number[];
  /** How many calls were made, waits included. */
  count: number;
}

/** Makes 200 calls a second, whether earlier ones were answered or not. */
async function load(durationMs: number): Promise<Latencies> {
  const measured: Latencies = { sends: [], all: [], count: 0 };
  measured.count = await atRate(SECOND.length, durationMs, async (made) => {
    const kind = SECOND[made % SECOND.length] ?? 'send';
    const calledAt = performance.now();
    await calls.make(kind);
    const tookMs = performance.now() - calledAt;
    if (kind === 'send') measured.sends.push(tookMs);
    if (kind !== 'wait') measured.all.push(tookMs);
  });
  return measured;
}

const sends: number[] = [];
let memory = 0;
let { cpuMicros } = await server.ask('report');
for (let minute = 1; minute <= Math.ceil(MINUTES); minute++) {
  const part = await load(Math.min(1, MINUTES - minute + 1) * MINUTE_MS);
  sends.push(...part.sends);
  const after = await server.ask('report');
  memory = after.rssBytes / 1e6;
  // On a busy machine, the processor time says more than the latency.
  const each = (after.cpuMicros - cpuMicros) / part.count;
  ({ cpuMicros } = after);
  const [p50, p99] = [50, 99].map((share) => digits(percentile(part.sends, share)));
  const [all50, all99] = [50, 99].map((share) => digits(percentile(part.all, share)));
  process.stderr.write(
    `minute ${minute}: ${await calls.messages()} messages, sends p50 ${p50} ms, p99 ${p99} ms; all calls p50 ${all50} ms, p99 ${all99} ms; CPU ${digits(each)} µs each; ${digits(memory)} MB\n`,
  );
}
calls.close();
receiver.close();
server.stop();

const p99 = percentile(sends, 99);
report([
  {
    work: `200 mixed calls a second with ${MESSAGES.toLocaleString('en')} messages and a page open, ${MINUTES} minutes: p99 of a send`,
    aim: `< ${AIM_MS} ms`,
    measured: `${digits(p99)} ms, p50 ${digits(percentile(sends, 50))} ms; ${digits(memory)} MB`,
    met: p99 < AIM_MS,
  },
]);
