/** What a state file costs: processor time at 1,000 messages a second, and the longest turn of the event loop at a million. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { StateFile } from '../../../packages/emulator/src/state-file/state-file.ts';
import { messagesRequest, post, START } from '../../emulator/emulated.ts';
import { ACCOUNT } from '../../emulator/requests.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';

const ROUNDS = 3;
const SECONDS = 10;
const CALLS_PER_SECOND = 100;
const MESSAGES_PER_CALL = 10;
const MILLION = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const AIM_RATIO = 2;
const AIM_MS = 50;

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

/** The longest turn of the event loop while work is done, in milliseconds of the thread's processor time. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const turns = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }, 1);
  await work();
  clearInterval(turns);
  return longest;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const file = join(folder, 'state');
const emulator = createEmulator({ now: START, journalLimit: 1_000, accounts: [ACCOUNT] });
let stateFile: StateFile | undefined;
const server = await listen(emulator, {
  prepare: async (sandboxes) => {
    stateFile = await StateFile.open(file, sandboxes, (error) => {
      throw error;
    });
  },
});
let sent = 0;
async function sendSome(): Promise<void> {
  const { path, body } = messagesRequest(sent, MESSAGES_PER_CALL);
  await post(emulator, path, body);
  sent += MESSAGES_PER_CALL;
}
while (sent < MILLION) {
  await sendSome();
  if (sent % 1_000 === 0) await setTimeout(1);
}
/** Sends until the file was written anew. */
const pause = await longestTurn(async () => {
  const { ino } = statSync(file);
  const until = performance.now() + 120_000;
  while (statSync(file).ino === ino && performance.now() < until) {
    await sendSome();
    await setTimeout(5);
  }
});
const size = statSync(file).size;
await server.close();
await stateFile?.close();
emulator.close();
rmSync(folder, { recursive: true });

report([
  {
    work: 'Processor time of the server at 1,000 messages a second, with a state file against without',
    aim: `≤ ${AIM_RATIO}×`,
    measured: `${show(ratio, '×')}: ${share(median(rounds.map((round) => round.kept)))} of a core, ${share(median(rounds.map((round) => round.without)))} without`,
    met: ratio.median <= AIM_RATIO,
  },
  {
    work: `Longest turn of the event loop with a state file and ${digits(sent)} messages`,
    aim: `≤ ${AIM_MS} ms`,
    measured: `${digits(pause)} ms of CPU; the file has ${digits(size / 2 ** 20)} MiB`,
    met: pause <= AIM_MS,
  },
]);
