/** An advance of thirty days with two applications that follow the clock, against the same advance without them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { type Took, timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';

const ROUNDS = 1;
const TIMERS = 10_000;
const APPLICATIONS = 2;
const DAYS_MS = 30 * 24 * 3_600_000;
/** Timers of Node.js are limited to 24.8 days. */
const LATEST_TIMER_MS = 24 * 24 * 3_600_000;
const ROUND_TRIPS = 300;

/** Sets its share of the timers, each at a different time, and counts those that ran. */
const APPLICATION = `
  const [first, step, timers, length] = process.argv.slice(1).map(Number);
  let ran = 0;
  for (let timer = first; timer < timers; timer += step)
    setTimeout(() => ran++, Math.round(((timer + 1) / (timers + 1)) * length)).unref();
  process.on('message', () => process.send(ran));
  process.send('ready');
`;

async function startApplication(url: string, index: number): Promise<ChildProcess> {
  const args = [index, APPLICATIONS, TIMERS, LATEST_TIMER_MS].map(String);
  const follow = ['--import', '@messaging-service/emulator/follow-clock'];
  const child = spawn(
    process.execPath,
    [...process.execArgv.filter((arg) => arg !== '--expose-gc'), ...follow, '--eval', APPLICATION, ...args],
    { env: { ...process.env, MESSAGING_EMULATOR_URL: url }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await once(child, 'message');
  return child;
}

async function timersRunBy(child: ChildProcess): Promise<number> {
  child.send('count');
  const [ran] = (await once(child, 'message')) as [number];
  return ran;
}

/** Creates as many jobs of the service as the applications have timers, each at a different time. */
async function emulatorWithJobs(): Promise<Emulator> {
  const emulator = createEmulator({
    now: Date.UTC(2026, 0, 1),
    accounts: [{ senders: ['DEMO'], credits: 2 * TIMERS }],
  });
  const messages = Array.from({ length: TIMERS }, (_, index) => ({
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Your code is 482913',
    send_at: new Date(Date.UTC(2026, 0, 1) + Math.round(((index + 0.5) / TIMERS) * DAYS_MS)).toISOString(),
  }));
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  const response = await emulator.fetch(url, { method: 'POST', body: JSON.stringify({ messages }) });
  if (response.status !== 200) throw new Error(await response.text());
  return emulator;
}

async function alone(): Promise<Took> {
  const emulator = await emulatorWithJobs();
  const took = await timed(() => emulator.clock.advance(DAYS_MS));
  emulator.close();
  return took;
}

async function followed() {
  const emulator = await emulatorWithJobs();
  const server = await listen(emulator);
  const children = await Promise.all(
    Array.from({ length: APPLICATIONS }, (_, index) => startApplication(server.url, index)),
  );
  // Each follower has reported at the end of a round trip, as for each time of an advance.
  for (let call = 0; call < ROUND_TRIPS; call++) await emulator.clock.settle();
  const trips = await timed(async () => {
    for (let call = 0; call < ROUND_TRIPS; call++) await emulator.clock.settle();
  });
  const advance = await timed(() => emulator.clock.advance(DAYS_MS));
  let ran = 0;
  for (const child of children) ran += await timersRunBy(child);
  if (ran !== TIMERS) throw new Error(`${ran} of ${TIMERS} timers ran`);
  for (const child of children) child.kill();
  await server.close();
  emulator.close();
  const tripOf = (took: number) => took / ROUND_TRIPS;
  return {
    advance,
    tripMs: tripOf(trips.wallMs),
    tripMicros: tripOf(trips.cpuMicros),
  };
}

const rounds = await interleaved(ROUNDS, { alone, followed }, 0);
const wall = spread(
  rounds.map(
    ({ alone: without, followed: { advance, tripMs } }) =>
      advance.wallMs / (2 * without.wallMs + TIMERS * tripMs),
  ),
);
const cpu = spread(
  rounds.map(
    ({ alone: without, followed: { advance, tripMicros } }) =>
      advance.cpuMicros / (2 * without.cpuMicros + TIMERS * tripMicros),
  ),
);
const tripMs = digits(median(rounds.map(({ followed: { tripMs: trip } }) => trip)));
const seconds = digits(median(rounds.map(({ followed: { advance } }) => advance.wallMs / 1_000)));
const withoutMs = digits(median(rounds.map(({ alone: { wallMs } }) => wallMs)));
const work = 'advance of 30 days over 10,000 jobs, with two followers and 10,000 timers';
report([
  {
    work: `${work}: CPU of the emulator, against twice that without followers plus 10,000 round trips`,
    aim: '≤ 1×',
    measured: show(cpu, '×'),
    met: cpu.median <= 1,
  },
  {
    work: `${work}: elapsed time`,
    aim: '≤ 1×',
    measured: `${show(wall, '×')}: ${seconds} s, of a round trip of ${tripMs} ms and ${withoutMs} ms without followers`,
    met: wall.median <= 1,
  },
]);
