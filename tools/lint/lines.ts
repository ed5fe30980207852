import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { root } from '../source-paths.ts';

const SOURCE = '**/*.{ts,tsx,mts,js,mjs}';

/** The parts of the repository, with the lines that each may have, without comments and empty lines. */
const parts: readonly { name: string; folders: readonly string[]; most: number }[] = [
  {
    name: 'emulator src',
    folders: ['packages/{emulator,follow-clock,protocol,remote,server}/src', 'packages/inspector/reads'],
    most: 12_000,
  },
  { name: 'client src', folders: ['packages/sdk/src'], most: 4_200 },
  { name: 'webhooks src', folders: ['packages/webhooks/src'], most: 2_100 },
  {
    name: 'contract and conformance src',
    folders: ['packages/{contract,conformance,command-line,text}/src'],
    most: 3_300,
  },
  { name: 'inspector src', folders: ['packages/inspector/src'], most: 6_000 },
  { name: 'tools and benches', folders: ['tools', 'benches'], most: 4_500 },
  {
    name: 'tests without the inspector',
    folders: [
      'packages/{contract,sdk,webhooks,emulator,follow-clock,remote,server,conformance,text}/test',
      'packages/test-support',
      'test',
    ],
    most: 32_000,
  },
];

/** Counts the lines of a file that contain code. */
function linesOf(file: string): number {
  const text = readFileSync(root + file, 'utf8');
  let code = text;
  for (const { start, end } of parseSync(file, text).comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** Prints a row for each part: its files, its lines, and the lines that it may have. */
export function printLines(): void {
  for (const { name, folders, most } of parts) {
    const files = globSync(
      folders.map((folder) => `${folder}/${SOURCE}`),
      { cwd: root, exclude: (path) => /^(node_modules|dist|reports|\..+)$/.test(path) },
    );
    const lines = files.reduce((total, file) => total + linesOf(file), 0);
    const row = [
      name.padEnd(30),
      String(files.length).padStart(5),
      String(lines).padStart(7),
      String(most).padStart(7),
    ];
    process.stdout.write(`${row.join('')}\n`);
  }
}
