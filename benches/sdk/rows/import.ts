/**
 * Processor time of importing a client, measured inside a new process around the import. The process has imported another
 * file before, so that the loader itself is ready, which every program with modules needs. Each round is the mean of several
 * processes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { moduleOf, PEERS } from '../clients.ts';

const AIM_MS = 15;
const ROUNDS = 9;
const STARTS = 5;

const folder = mkdtempSync(join(tmpdir(), 'import-'));
const empty = join(folder, 'empty.mjs');
writeFileSync(empty, 'export {};');

function cpuMs(module: string): number {
  const code = `await import(${JSON.stringify(pathToFileURL(empty).href)});
    const before = process.cpuUsage();
    await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(String((user + system) / 1000));`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }),
  );
}

async function meanCpuMs(module: string): Promise<number> {
  let sum = 0;
  for (let start = 0; start < STARTS; start++) sum += cpuMs(module);
  return sum / STARTS;
}

const names = ['sdk', 'ky', ...PEERS];
const rounds = await interleaved<Record<string, number>>(
  ROUNDS,
  Object.fromEntries(names.map((name) => [name, () => meanCpuMs(moduleOf(name))])),
);
rmSync(folder, { recursive: true });
const of = (name: string) => rounds.map((round) => round[name] ?? Number.NaN);
const others = names.slice(1).map((name) => `${name} ${digits(median(of(name)))}`);
const ours = spread(of('sdk'));
report([
  {
    work: 'import, CPU',
    aim: `≤ ${AIM_MS} ms`,
    measured: `${show(ours)} ms; ${others.join(', ')}`,
    met: ours.median <= AIM_MS,
  },
]);
