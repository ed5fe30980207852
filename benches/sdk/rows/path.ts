/**
 * The part of the client that a reader has to know to follow a call: the files with a function that runs in a warm `sendOne`,
 * and the longest chain of imports between the client's files. It is measured on the sources, with the coverage of V8.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMessagingClient } from '@messaging-service/sdk';
import { ACCOUNT, messageOf } from '../../emulator/requests.ts';
import { report } from '../../measure/report.ts';
import { inMemory } from '../responses.ts';

const AIM = { files: 12, levels: 8 };
const SOURCES = fileURLToPath(new URL('../../../packages/sdk/src/', import.meta.url));

const client = createMessagingClient({
  baseUrl: 'https://api.messaging.test',
  accountKey: ACCOUNT.apiKey,
  transport: inMemory,
});

/** Finds the client's files with a function that runs in one warm call. */
async function filesOfACall(): Promise<string[]> {
  const session = new Session();
  session.connect();
  for (let n = 0; n < 10; n++) await client.messages.sendOne(messageOf(n));
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await client.messages.sendOne(messageOf(10));
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = ({ functions }: Profiler.ScriptCoverage) =>
    functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
  return result
    .filter((script) => script.url.startsWith(`file://${SOURCES}`) && ran(script))
    .map(({ url }) => fileURLToPath(url).slice(SOURCES.length))
    .toSorted();
}

/** Finds the client's files that a file imports, without imports of types. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?!\s+type\b)[^'";]*?from '(\.[^']+)'/gm,
  );
  return [...imports].map(([, path = '']) => join(dirname(file), path));
}

const known = new Map<string, readonly string[]>();

/** Finds the longest chain of imports that begins with a file. */
function chainFrom(file: string): readonly string[] {
  const found = known.get(file);
  if (found !== undefined) return found;
  const chains = importsOf(file).map(chainFrom);
  const longest = chains.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const chain = [file, ...longest];
  known.set(file, chain);
  return chain;
}

const files = await filesOfACall();
const chain = chainFrom(join(SOURCES, 'index.ts')).map((file) => file.slice(SOURCES.length));
report([
  {
    work: 'files of the client that run in a warm `sendOne`; levels of imports',
    aim: `≤ ${AIM.files}; ≤ ${AIM.levels}`,
    measured: `${files.length}; ${chain.length} (${files.join(', ')}; ${chain.join(' → ')})`,
    met: files.length <= AIM.files && chain.length <= AIM.levels,
  },
]);
