/** The pause that one call causes in a server with a million single messages. */
import { send } from '../../measure/load.ts';
import { ProgramProcess } from '../../measure/program-process.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits, median } from '../../measure/statistics.ts';
import { MESSAGE_PATH, messageBody, numberOf } from '../requests.ts';
import type { Pauses } from '../servers/filled.ts';

const AIM_MS = 50;
const ROUNDS = 5;
/** Enough to pass a power of two, where a hash table doubles. */
const POSTS = 60_000;
const PARALLEL = 50;

const child = new ProgramProcess<'report', Pauses>(
  new URL('../servers/filled.ts', import.meta.url),
  [],
  [
    ...process.execArgv.filter((argument) => argument !== '--expose-gc'),
    ...(process.env.BENCH_FLAGS?.split(' ') ?? []),
  ],
);
/** The events since the previous report. */
const ask = () => child.ask('report');

const { url } = await ask();

async function get(path: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}/_emulator${path}`);
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

/** The cursor of a late page, as a client has it after reading page after page. */
async function deepCursor(): Promise<string> {
  const { messages } = await get('/messages?offset=900000&limit=1');
  if ((messages as readonly unknown[]).length === 0) throw new Error('There is no message at this position.');
  return '900000.0';
}

const { accounts } = (await get('/accounts')) as { accounts: [{ identifier: string }] };
const account = accounts[0].identifier;
const number = numberOf(654_321);
const cursor = await deepCursor();

const READS: Readonly<Record<string, string>> = {
  'the probe alone': '/health',
  'list of messages, deep cursor': `/messages?cursor=${cursor}`,
  'list of messages, filter that nothing matches': '/messages?to=441111111111',
  'list of messages, filter that one matches': `/messages?to=${number}`,
  'messages from an offset': '/messages?offset=900000',
  'search of messages': '/messages?offset=0&search=not+to+be+found',
  'messages that are scheduled, from an offset': '/messages?offset=90000&state=scheduled',
  'list of handsets': '/handsets',
  'list of handsets, searched': '/handsets?search=765432',
  conversation: `/handsets/${number}`,
  'list of webhooks, deep cursor': '/webhooks?cursor=49000',
  'list of webhooks, filter that nothing matches': '/webhooks?kind=inbound-message',
  'search of webhooks': '/webhooks?offset=0&search=not+to+be+found',
  'list of accounts': '/accounts',
  'list of jobs': '/jobs?limit=1000',
  'ledger of an account': `/accounts/${account}/ledger`,
};

interface Work {
  readonly name: string;
  readonly rounds: number;
  readonly run: () => Promise<unknown>;
  /** Whether the longest pause occurs only in one of the rounds, for example when a hash table doubles. */
  readonly isOnce?: boolean;
}

async function measure({ name, rounds, run, isOnce = false }: Work): Promise<Row> {
  const longest: number[] = [];
  const processor: number[] = [];
  const collections: number[] = [];
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await ask();
    const startedAt = performance.now();
    await run();
    took.push(performance.now() - startedAt);
    const { wallMs, cpuMs, longestCollectionMs } = await ask();
    longest.push(wallMs);
    processor.push(cpuMs);
    collections.push(longestCollectionMs);
  }
  // Processor time, because elapsed time includes other processes of a busy machine.
  const pause = isOnce ? Math.max(...processor) : median(processor);
  return {
    work: `longest pause with 1,000,000 messages stored: ${name}`,
    aim: `≤ ${AIM_MS} ms`,
    measured: `${digits(median(processor))} ms of CPU, at most ${digits(Math.max(...processor))}; ${digits(median(longest))} ms elapsed, at most ${digits(Math.max(...longest))} (garbage collection at most ${digits(Math.max(...collections))}); ${digits(median(took))} ms in total`,
    met: pause <= AIM_MS,
  };
}

const rows: Row[] = [];
for (const [name, path] of Object.entries(READS))
  rows.push(await measure({ name, rounds: ROUNDS, run: () => get(path) }));
const bodies = Array.from({ length: 1_000 }, (_, index) => messageBody(index));
const load = { url, path: MESSAGE_PATH, bodies };
rows.push(
  await measure({
    name: `${POSTS.toLocaleString('en')} times POST /message, ${PARALLEL} concurrently`,
    rounds: 3,
    isOnce: true,
    run: () => send(load, POSTS, PARALLEL),
  }),
);
child.stop();
report(rows);
