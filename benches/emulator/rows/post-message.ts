/**
 * `POST /message` over HTTP, compared with an echo server: processor time of the server process for each request, and requests
 * per second.
 */
import { interleaved } from '../../measure/interleaved.ts';
import { type Load, send } from '../../measure/load.ts';
import { type Row, report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { show, spread } from '../../measure/statistics.ts';
import { MESSAGE_PATH, messageBody } from '../requests.ts';

interface Rate {
  readonly cpuMicros: number;
  readonly perSecond: number;
}

const ROUNDS = 15;
const WARM_UP = 4;
const REQUESTS = { sequential: 1_500, parallel: 4_500 };
const PARALLEL = 50;

const load: Omit<Load, 'url'> = {
  path: MESSAGE_PATH,
  bodies: Array.from({ length: 1_000 }, (_, index) => messageBody(index)),
};

/** One block of requests to a restarted server. */
async function block(server: ServerProcess, requests: number, concurrency: number): Promise<Rate> {
  const before = await server.renew();
  const startedAt = performance.now();
  await send({ ...load, url: before.url }, requests, concurrency);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await server.report();
  return { cpuMicros: (after.cpuMicros - before.cpuMicros) / requests, perSecond: requests / seconds };
}

const server = (name: string) => new URL(`../servers/${name}.ts`, import.meta.url);
const bare = await ServerProcess.start(server('bare-echo'));
const emulator = await ServerProcess.start(server('emulator'));

function rounds(requests: number, concurrency: number) {
  return interleaved(
    ROUNDS,
    {
      bare: () => block(bare, requests, concurrency),
      emulator: () => block(emulator, requests, concurrency),
    },
    WARM_UP,
  );
}

const sequential = await rounds(REQUESTS.sequential, 1);
const parallel = await rounds(REQUESTS.parallel, PARALLEL);
bare.stop();
emulator.stop();

function cpuRow(name: string, measured: typeof sequential): Row {
  const ratio = spread(measured.map((round) => round.emulator.cpuMicros / round.bare.cpuMicros));
  const micros = (who: 'bare' | 'emulator') =>
    Math.round(spread(measured.map((round) => round[who].cpuMicros)).median);
  return {
    work: `\`POST /message\`, HTTP, ${name}: CPU per request against a \`node:http\` echo`,
    aim: '≤ 1.9×',
    measured: `${show(ratio, '×')}, ${micros('emulator')} µs against ${micros('bare')} µs`,
    met: ratio.median <= 1.9,
  };
}

function throughputRow(): Row {
  const ratio = spread(parallel.map((round) => round.emulator.perSecond / round.bare.perSecond));
  const middle = (who: 'bare' | 'emulator') =>
    Math.round(spread(parallel.map((round) => round[who].perSecond)).median);
  return {
    work: `the same, ${PARALLEL} concurrently: requests per second against the echo`,
    aim: '≥ .5×',
    measured: `${show(ratio, '×')}, ${middle('emulator')} against ${middle('bare')}`,
    met: ratio.median >= 0.5,
  };
}

report([cpuRow('one at a time', sequential), cpuRow(`${PARALLEL} concurrently`, parallel), throughputRow()]);
