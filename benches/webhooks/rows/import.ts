/** The cost of the import: processor time of a process that only imports, minus that of an empty process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../../measure/interleaved.ts';
import { type Row, report } from '../../measure/report.ts';
import { show, spread } from '../../measure/statistics.ts';
import { ENTRY } from '../built.ts';
import { arePeersInstalled } from '../peers/verifiers.ts';

const peers = fileURLToPath(new URL('../peers/', import.meta.url));
const MODULES = {
  bare: '',
  webhooks: `await import('${ENTRY.href}');`,
  ...(arePeersInstalled
    ? {
        '@octokit/webhooks-methods': `await import('@octokit/webhooks-methods');`,
        standardwebhooks: `await import('standardwebhooks');`,
        svix: `await import('svix');`,
        stripe: `await import('stripe');`,
      }
    : {}),
};

/** The processor time of a process that runs some code, in milliseconds. */
function cpuOf(code: string): number {
  const program = `${code} const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const args = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: peers, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const contestants = Object.entries(MODULES).map(([name, code]) => [name, async () => cpuOf(code)] as const);
const rounds = await interleaved<Record<string, number>>(25, Object.fromEntries(contestants), 2);
report(
  Object.keys(MODULES)
    .filter((name) => name !== 'bare')
    .map((name): Row => {
      const more = spread(rounds.map((round) => (round[name] ?? Number.NaN) - (round.bare ?? Number.NaN)));
      const isOwn = name === 'webhooks';
      return {
        work: `import of ${name}: CPU above an empty process`,
        aim: isOwn ? '≤ 10 ms' : '',
        measured: show(more, ' ms'),
        met: isOwn ? more.median <= 10 : undefined,
      };
    }),
);
