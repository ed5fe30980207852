/** The longest delay that one hostile or very large request causes for all others. */
import { setTimeout } from 'node:timers/promises';
import { createEmulator } from '@messaging-service/emulator';
import { longestTurn, type Turn } from '../../measure/longest-turn.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { show, spread } from '../../measure/statistics.ts';
import { START } from '../emulated.ts';
import { ACCOUNT, BATCH_PATH, MESSAGE_PATH } from '../requests.ts';

const MOST = 10 * 1024 * 1024 - 100;
const AIM_MS = 50;
const ROUNDS = 5;

const fill = (unit: string, before: string, after: string) =>
  before + unit.repeat(Math.floor((MOST - before.length - after.length) / unit.length)) + after;
const names = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join();

interface Attack {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  /** Whether the request is valid. It is measured for information. */
  readonly legitimate?: boolean;
}

const destinations = Array.from({ length: 100_000 }, (_, index) => String(447_700_000_000 + index));

const ATTACKS: readonly Attack[] = [
  { name: '10 MB of `[`', path: MESSAGE_PATH, body: '['.repeat(MOST) },
  { name: '10 MB of `{"a":`', path: MESSAGE_PATH, body: fill('{"a":', '', '1') },
  { name: '3,500,000 empty messages', path: MESSAGE_PATH, body: fill('{},', '{"messages":[', '{}]}') },
  {
    name: '249,000 empty messages',
    path: MESSAGE_PATH,
    body: `{"messages":[${'{},'.repeat(249_000)}{}]}`,
  },
  { name: '5,000,000 numbers as messages', path: MESSAGE_PATH, body: fill('7,', '{"messages":[', '7]}') },
  {
    name: '990,000 bad destinations',
    path: BATCH_PATH,
    body: `{"from":"DEMO","message":"x","destinations":[${'"x",'.repeat(990_000)}"x"]}`,
  },
  { name: '700,000 unknown members', path: MESSAGE_PATH, body: `{${names(700_000)}}` },
  {
    name: '10,000 messages with 100 unknown defaults',
    path: MESSAGE_PATH,
    body: `{"messages":[${'{},'.repeat(10_000)}{}],"defaults":{${names(100)}}}`,
  },
  { name: 'a quote that never ends', path: MESSAGE_PATH, body: fill('\\"', '{"', '') },
  {
    name: 'a batch of 100,000 destinations',
    path: BATCH_PATH,
    body: JSON.stringify({ from: 'DEMO', message: 'x', destinations }),
    legitimate: true,
  },
];

/** The longest turn of the event loop during a request. Only its processor time counts. */
async function longestPause({ path, body }: Attack): Promise<Turn> {
  const emulator = createEmulator({ now: START, accounts: [ACCOUNT] });
  const bytes = Buffer.from(body);
  // Collect the garbage of the previous request before this one.
  global.gc?.();
  await setTimeout(20);
  const longest = await longestTurn(async () => {
    const response = await emulator.fetch(emulator.baseUrl + path, { method: 'POST', body: bytes });
    await response.text();
  });
  emulator.close();
  return longest;
}

async function measure(attack: Attack): Promise<Row> {
  const pauses: Turn[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const pause = await longestPause(attack);
    if (round >= 0) pauses.push(pause);
  }
  const cpu = spread(pauses.map((pause) => pause.cpuMs));
  const wall = spread(pauses.map((pause) => pause.wallMs));
  return {
    work: `Longest pause for ${attack.name}`,
    aim: attack.legitimate === true ? '–' : `≤ ${AIM_MS} ms`,
    measured: `${show(cpu, ' ms')} of CPU; ${show(wall, ' ms')} elapsed`,
    met: attack.legitimate === true ? undefined : cpu.median <= AIM_MS,
  };
}

await reportEach(ATTACKS, measure);
