/**
 * `npm run bench:emulator` measures every row, `npm run bench` the two ratios of the hot path; names of files in
 * `rows/` measure those. Each file runs in a process of its own, so that no heap and no compiled code is another's.
 */
import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { markdownTable, type Row } from './measure/row.ts';

/** In the order of the table. */
const ALL = [
  'post-message',
  'cli-start',
  'install-size',
  'msw-handlers',
  'fetch',
  'add-batch',
  'scheduled',
  'advance',
  'cron-accounts',
];

function measure(name: string): Promise<readonly Row[]> {
  const file = fileURLToPath(new URL(`./rows/${name}.ts`, import.meta.url));
  const child = fork(file, { execArgv: [...process.execArgv, '--expose-gc'] });
  let rows: readonly Row[] = [];
  child.on('message', (message) => {
    rows = message as Row[];
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code === 0 ? rows : [failure(name, code)]));
  });
}

function failure(name: string, code: number | null): Row {
  return { work: name, aim: '', measured: `failed with exit code ${code}`, met: false };
}

/** What the numbers must be read with. */
function machine(): string {
  const [processor] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `Node ${process.version}, ${cpus().length} × ${processor?.model ?? 'unknown'}, load ${load.join(' ')}`;
}

const asked = process.argv.slice(2);
const rows: Row[] = [];
process.stderr.write(`${machine()}\n`);
for (const name of asked.length === 0 ? ALL : asked) {
  process.stderr.write(`measuring ${name} …\n`);
  rows.push(...(await measure(name)));
}
process.stdout.write(`${markdownTable(rows)}\n${machine()}\nMedians of interleaved rounds (least–most).\n`);
