import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';
import { clearSnippets } from './snippet-folder.ts';

const guide = readFileSync(`${root}docs/guides/open-points.md`, 'utf8');
/** The cells of each row below a heading of the guide. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = guide.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ', 1)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const open = rowsBelow('What the specification leaves open');

/** The options in a cell, such as `emulator` and an object. */
const options = open.flatMap(([point = '', , how = '']) =>
  [...how.matchAll(/(\w+) `(\{.*?\})`/g)].map(([, kind = '', text = '']) => ({
    point: point.trim(),
    kind,
    text,
  })),
);

test('every record is in the list of decisions/', () => {
  const list = readFileSync(`${root}decisions/README.md`, 'utf8');
  const records = globSync('decisions/*.md', { cwd: root }).map((path) => basename(path));
  expect(records.filter((record) => record !== 'README.md' && !list.includes(`(${record})`))).toEqual([]);
});

test('every open point names the option that changes it, or states that there is none', () => {
  const silent = open.filter(
    ([point = '', , how = '']) => !how.startsWith('-') && !options.some((one) => one.point === point),
  );
  expect(open.length).toBeGreaterThan(20);
  expect(silent).toEqual([]);
});

/** The options in calls of the functions that accept them. */
function writeCalls(folder: string): string {
  const calls = options.map(({ kind, text }) => `  () => ${kind}(${text}),`).join('\n');
  const file = `${folder}options.ts`;
  writeFileSync(
    file,
    `import { createEmulator as emulator } from '@messaging-service/emulator';
import { type AccountClientOptions, createMessagingClient, type UnknownValues } from '@messaging-service/sdk';
import { createWebhookHandler as handler } from '@messaging-service/webhooks';

const service = { baseUrl: 'https://api.messaging.test', accountKey: '0123456789abcdef0123456789abcdef' };
const client = (options: Partial<AccountClientOptions<false, UnknownValues>>) => createMessagingClient({ ...service, ...options });

export const calls = [
${calls}
];
`,
  );
  return file;
}

test('the options in the guide exist', { timeout: 120_000 }, async () => {
  const folder = clearSnippets('options');
  const file = writeCalls(folder);
  const { calls } = (await import(/* @vite-ignore */ file)) as { calls: (() => unknown)[] };
  expect(calls).toHaveLength(options.length);
  for (const call of calls) expect(call, String(call)).not.toThrow();
  writeFileSync(
    `${folder}tsconfig.json`,
    JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'] }),
  );
  expect(await run(['tsc', '--project', `${folder}tsconfig.json`])).toMatchObject({ output: '', ok: true });
});
