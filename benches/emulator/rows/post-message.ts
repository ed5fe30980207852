/**
 * `POST /message` over HTTP, compared with an echo server and with the most similar emulator: processor time of the server
 * process for each request, and requests per second.
 */
import { existsSync } from 'node:fs';
import { interleaved } from '../../measure/interleaved.ts';
import { type Load, send } from '../../measure/load.ts';
import { type Row, report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { show, spread } from '../../measure/statistics.ts';
import { MESSAGE_PATH, messageBody, numberOf, textOf } from '../requests.ts';

type Request = Omit<Load, 'url'>;

interface Rate {
  readonly cpuMicros: number;
  readonly perSecond: number;
}

const ROUNDS = 15;
const WARM_UP = 4;
/** The other emulator returns 403 from the 5,000th request on, so each server gets fewer requests between restarts. */
const REQUESTS = { sequential: 1_500, parallel: 4_500 };
const PARALLEL = 50;
const PEER_INSTALLED = existsSync(new URL('../peers/node_modules/emulate', import.meta.url));

const indices = Array.from({ length: 1_000 }, (_, index) => index);
const jsonRequest: Request = { path: MESSAGE_PATH, bodies: indices.map(messageBody) };

/** The same message for the other emulator in Twilio's protocol: a form, sent with the default keys of the account. */
const PEER_ACCOUNT = `AC${'0'.repeat(32)}`;
const formRequest: Request = {
  path: `/2010-04-01/Accounts/${PEER_ACCOUNT}/Messages.json`,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${btoa(`${PEER_ACCOUNT}:twilio_test_auth_token`)}`,
  },
  bodies: indices.map((index) =>
    String(new URLSearchParams({ To: `+${numberOf(index)}`, From: '+15551234567', Body: textOf(index) })),
  ),
};

/** One block of requests to a restarted server. */
async function block(
  server: ServerProcess,
  request: Request,
  requests: number,
  concurrency: number,
): Promise<Rate> {
  const before = await server.renew();
  const startedAt = performance.now();
  await send({ ...request, url: before.url }, requests, concurrency);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await server.report();
  return { cpuMicros: (after.cpuMicros - before.cpuMicros) / requests, perSecond: requests / seconds };
}

const server = (name: string) => new URL(`../servers/${name}.ts`, import.meta.url);
const bare = await ServerProcess.start(server('bare-echo'));
const emulator = await ServerProcess.start(server('emulator'));
const peer = PEER_INSTALLED
  ? await ServerProcess.start(new URL('../peers/server.ts', import.meta.url))
  : undefined;

function rounds(requests: number, concurrency: number) {
  return interleaved(
    ROUNDS,
    {
      bare: () => block(bare, jsonRequest, requests, concurrency),
      emulator: () => block(emulator, jsonRequest, requests, concurrency),
      ...(peer === undefined ? {} : { peer: () => block(peer, formRequest, requests, concurrency) }),
    } as Record<'bare' | 'emulator' | 'peer', () => Promise<Rate>>,
    WARM_UP,
  );
}

const sequential = await rounds(REQUESTS.sequential, 1);
const parallel = await rounds(REQUESTS.parallel, PARALLEL);
for (const server of [bare, emulator, peer]) server?.stop();

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

function peerRow(): Row {
  const work = `the same, ${PARALLEL} concurrently: requests per second against vercel-labs emulate 0.12.2 (Twilio)`;
  const aim = '≥ 3×';
  if (peer === undefined)
    return { work, aim, measured: 'skipped: `npm ci --prefix benches/emulator/peers` installs it' };
  const ratio = spread(parallel.map((round) => round.emulator.perSecond / round.peer.perSecond));
  const cpu = spread(parallel.map((round) => round.peer.cpuMicros / round.emulator.cpuMicros));
  return {
    work,
    aim,
    measured: `${show(ratio, '×')}; its CPU a request is ${show(cpu, '×')}`,
    met: ratio.median >= 3,
  };
}

report([
  cpuRow('one at a time', sequential),
  cpuRow(`${PARALLEL} concurrently`, parallel),
  throughputRow(),
  peerRow(),
]);
