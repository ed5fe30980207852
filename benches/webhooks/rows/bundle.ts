/** The size of a bundle that only verifies. The limits are those of tools/packages/size-limit.mjs. Needs `npm run build`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { report } from '../../measure/report.ts';

interface Measured {
  readonly name: string;
  readonly passed: boolean;
  readonly size: number;
  readonly sizeLimit: number;
}

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const { stdout, stderr } = spawnSync(
  'npx',
  ['size-limit', '--config', 'tools/packages/size-limit.mjs', '--json'],
  { cwd, encoding: 'utf8' },
);
if (!stdout.trimStart().startsWith('[')) throw new Error(`size-limit: ${stderr}${stdout}`);
const bundles = (JSON.parse(stdout) as Measured[]).filter(({ name }) => name.startsWith('webhooks'));
report(
  bundles.map(({ name, passed, size, sizeLimit }) => ({
    work: `bundle of ${name}, minified and gzipped`,
    aim: `≤ ${sizeLimit / 1000} kB`,
    measured: `${(size / 1000).toFixed(2)} kB`,
    met: passed,
  })),
);
