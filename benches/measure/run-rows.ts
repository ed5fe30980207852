import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { markdownTable, type Row } from './report.ts';

/**
 * Measures the rows of a table and prints it. Each row is a separate process, so that rows share neither heap nor compiled
 * code.
 *
 * @param folder - The folder of the programs.
 * @param names - The programs to run: file names without extension, in the order of the table.
 */
export async function runRows(folder: URL, names: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  process.stderr.write(`${machine()}\n`);
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    rows.push(...(await measure(folder, name)));
  }
  process.stdout.write(`${markdownTable(rows)}\n${machine()}\nMedians of interleaved rounds (least–most).\n`);
}

function measure(folder: URL, name: string): Promise<readonly Row[]> {
  const file = fileURLToPath(new URL(`${name}.ts`, folder));
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

/** The machine on which the numbers were measured. */
function machine(): string {
  const [processor] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `Node ${process.version}, ${cpus().length} × ${processor?.model ?? 'unknown'}, load ${load.join(' ')}`;
}
