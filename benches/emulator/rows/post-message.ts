/** `POST /message` over HTTP, compared with an echo server: processor time of the server process for each request. */
import type { ServerQuestion, ServerReport } from '../../measure/answer-questions.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { type Load, send } from '../../measure/load.ts';
import { ProgramProcess } from '../../measure/program-process.ts';
import { reportEach } from '../../measure/report.ts';
import { median, show, spread } from '../../measure/statistics.ts';
import { MESSAGE_PATH, messageBody } from '../requests.ts';

const ROUNDS = 15;
/** Rounds until the servers are compiled: 90,000 requests of 50 connections. */
const WARM_UP = 20;
const AIM = 2.5;

const load: Omit<Load, 'url'> = {
  path: MESSAGE_PATH,
  bodies: Array.from({ length: 1_000 }, (_, index) => messageBody(index)),
};

type ServerProcess = ProgramProcess<ServerQuestion, ServerReport>;
const bare: ServerProcess = new ProgramProcess(new URL('../servers/bare-echo.ts', import.meta.url));
const emulator: ServerProcess = new ProgramProcess(new URL('../servers/emulator.ts', import.meta.url));

/** Microseconds of a restarted server for a request. */
async function cpuMicros(server: ServerProcess, requests: number, concurrency: number): Promise<number> {
  const before = await server.ask('renew');
  await send({ ...load, url: before.url }, requests, concurrency);
  const after = await server.ask('report');
  return (after.cpuMicros - before.cpuMicros) / requests;
}

await reportEach(
  [
    { name: 'one at a time', requests: 1_500, concurrency: 1 },
    { name: '50 concurrently', requests: 4_500, concurrency: 50 },
  ],
  async ({ name, requests, concurrency }) => {
    const contestants = {
      bare: () => cpuMicros(bare, requests, concurrency),
      emulator: () => cpuMicros(emulator, requests, concurrency),
    };
    const rounds = await interleaved(ROUNDS, contestants, WARM_UP);
    const ratio = spread(rounds.map((round) => round.emulator / round.bare));
    const micros = (who: 'bare' | 'emulator') => Math.round(median(rounds.map((round) => round[who])));
    return {
      work: `\`POST /message\`, HTTP, ${name}: CPU per request against a \`node:http\` echo`,
      aim: `≤ ${AIM}×`,
      measured: `${show(ratio, '×')}, ${micros('emulator')} µs against ${micros('bare')} µs`,
      met: ratio.median <= AIM,
    };
  },
);
bare.stop();
emulator.stop();
