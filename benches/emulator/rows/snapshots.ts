/** The cost of a snapshot of a million messages, and the delay that it causes for other calls. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { ProgramProcess } from '../../measure/program-process.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { messagesRequest } from '../emulated.ts';
import { MESSAGE_PATH, messageBody } from '../requests.ts';

const MESSAGES = Number(process.env.MESSAGES ?? 1_000_000);
const PER_REQUEST = 1_000;
const LONGEST_PAUSE_MS = 50;
const PROBE_EVERY_MS = 5;

interface Answer {
  readonly url: string;
  readonly bytes: number;
  /** The longest processor time between two turns of the event loop, in milliseconds. */
  readonly busy: number;
}

const server = new ProgramProcess<'live' | 'highest', Answer>(
  new URL('../servers/snapshots.ts', import.meta.url),
  [],
  [...process.execArgv, '--expose-gc', '--max-old-space-size=8192'],
);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Makes one call on a separate connection, and returns its duration. */
async function probe(url: string, method: string, body: string): Promise<number> {
  const startedAt = performance.now();
  const call = request(url, { method, agent });
  call.end(body);
  const [response] = (await once(call, 'response')) as [Readable & { statusCode: number }];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`a probe returned ${response.statusCode}`);
  return performance.now() - startedAt;
}

interface Measured {
  readonly ms: number;
  readonly longest: number;
  readonly probes: number;
  readonly highest: number;
  readonly busy: number;
}

/** Runs something while messages are sent on another connection. */
async function probed(url: string, work: () => Promise<void>): Promise<Measured> {
  await server.ask('live');
  const startedAt = performance.now();
  const over = new AbortController();
  const worked = work().finally(() => over.abort());
  let longest = 0;
  let probes = 0;
  while (!over.signal.aborted) {
    longest = Math.max(longest, await probe(url + MESSAGE_PATH, 'POST', messageBody(MESSAGES + probes++)));
    await setTimeout(PROBE_EVERY_MS);
  }
  await worked;
  const ms = performance.now() - startedAt;
  const { bytes: highest, busy } = await server.ask('highest');
  return { ms, longest, probes, highest, busy };
}

async function fill(url: string): Promise<void> {
  for (let from = 0; from < MESSAGES; from += PER_REQUEST) {
    const { path, body } = messagesRequest(from, PER_REQUEST);
    const response = await fetch(url + path, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function download(url: string, file: string): Promise<void> {
  const { body, status } = await fetch(`${url}/_emulator/snapshot`);
  if (status !== 200 || body === null) throw new Error(`the snapshot returned ${status}`);
  await pipeline(Readable.fromWeb(body), createWriteStream(file));
}

async function upload(url: string, file: string): Promise<void> {
  const call = request(`${url}/_emulator/snapshot`, { method: 'PUT' });
  const answered = once(call, 'response');
  await pipeline(createReadStream(file), call);
  const [response] = (await answered) as [Readable & { statusCode: number }];
  const text = (await response.toArray()).join('');
  if (response.statusCode !== 200) throw new Error(`returned ${response.statusCode}: ${text}`);
}

function rowsOf(name: string, { ms, longest, probes, highest, busy }: Measured, state: number): Row[] {
  const added = (highest - state) / state;
  return [
    {
      work: `${name} of ${MESSAGES.toLocaleString('en')} single messages: longest POST /message meanwhile`,
      aim: `≤ ${LONGEST_PAUSE_MS} ms`,
      measured: `${digits(longest)} ms of ${probes} calls, in ${digits(ms / 1_000)} s`,
      met: longest <= LONGEST_PAUSE_MS,
    },
    {
      work: `${name}: longest processor time between two turns of the event loop`,
      aim: `≤ ${LONGEST_PAUSE_MS} ms`,
      measured: `${digits(busy)} ms`,
      met: busy <= LONGEST_PAUSE_MS,
    },
    {
      work: `${name}: memory in addition to the state, including garbage`,
      aim: '≤ 2× the state',
      measured: `${digits(added)}× (state ${digits(state / 2 ** 20)} MiB, highest ${digits(highest / 2 ** 20)} MiB)`,
      met: added <= 2,
    },
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
try {
  const file = join(folder, 'snapshot.json');
  const { url } = await server.ask('live');
  await fill(url);
  await setTimeout(1_000);
  const { bytes: state } = await server.ask('live');
  const idle = await probed(url, () => setTimeout(3_000).then(() => undefined));
  const taken = await probed(url, () => download(url, file));
  const size = statSync(file).size;
  const restored = await probed(url, () => upload(url, file));
  report([
    {
      work: 'the same calls without other work',
      aim: '',
      measured: `longest ${digits(idle.longest)} ms of ${idle.probes} calls, busy ${digits(idle.busy)} ms`,
    },
    ...rowsOf(`GET /snapshot (${digits(size / 2 ** 20)} MiB)`, taken, state),
    ...rowsOf('PUT /snapshot', restored, state),
  ]);
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
