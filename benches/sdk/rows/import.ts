/** Processor time of a process that imports a client, over one that imports an empty module. */
import { execFileSync } from 'node:child_process';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { moduleOf, PEERS } from '../clients.ts';

const AIM_MS = 8;

async function cpuMs(module: string): Promise<number> {
  const code = `await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage();
    process.stdout.write(String((user + system) / 1000));`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }),
  );
}

const names = ['sdk', 'ky', ...PEERS];
const rounds = await interleaved<Record<string, number>>(15, {
  nothing: () => cpuMs('data:text/javascript,'),
  ...Object.fromEntries(names.map((name) => [name, () => cpuMs(moduleOf(name))])),
});
const over = (name: string) => rounds.map((round) => (round[name] ?? 0) - (round.nothing ?? 0));
const others = names.slice(1).map((name) => `${name} ${digits(median(over(name)))}`);
const ours = spread(over('sdk'));
report([
  {
    work: 'import, CPU over bare Node',
    aim: `≤ ${AIM_MS} ms`,
    measured: `${show(ours)} ms; ${others.join(', ')}`,
    met: ours.median <= AIM_MS,
  },
]);
