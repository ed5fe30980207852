import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import { createEmulator, type FaultOptions } from '@messaging-service/emulator';
import * as sdk from '@messaging-service/sdk';
import { CONTROL_ENDPOINTS } from '@messaging-service/server/host';
import { expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const readGuide = (name: string) => readFileSync(`${root}docs/guides/${name}.md`, 'utf8');
const errors = readGuide('errors');

const rowsOf = (guide: string) => guide.split('\n').filter((line) => line.startsWith('| `'));

test.each(Object.keys(ERRORS) as ErrorCode[])(
  'the guide to errors lists %s with its status and class',
  async (code) => {
    const row = rowsOf(errors).find((line) => line.split('|')[1]?.includes(`\`${code}\``));
    const emulator = createEmulator();
    const { baseUrl, fetch, account } = emulator;
    const client = sdk.createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
    emulator.addFault({ code });
    const error: unknown = await client.batches.listPending().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(sdk.ApiError);
    const { status, name } = error as sdk.ApiError;
    expect(row).toMatch(`| ${status} | \`${name}\` |`);
  },
);

test('the guide to errors has instructions for every class', () => {
  const classes = Object.entries(sdk)
    .filter(([, value]) => Object.prototype.isPrototypeOf.call(sdk.MessagingError, value))
    .map(([name]) => name);
  expect(classes).toContain('ReceiptsTimeoutError');
  const told = rowsOf(errors).map((line) => /^\| `(\w+)`/.exec(line)?.[1]);
  expect(classes.filter((name) => !told.includes(name))).toEqual([]);
});

test('the guide to the control API lists exactly the calls of the control API', () => {
  const [, afterHeading = ''] = readGuide('control-api').split('| call | what it does |');
  const [table = ''] = afterHeading.split('\n\n', 1);
  const listed = [...table.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`?\s]*)/g)].map(
    ([, method, path = '']) => `${method} ${path.replace(/\{\w+\}/, '{id}')}`,
  );
  // Others are for the inspector, and for applications that follow the clock.
  const routes = CONTROL_ENDPOINTS.filter(
    ({ tag, path }) => tag !== 'inspector' && !path.startsWith('/followers'),
  ).map(({ method, path }) => `${method} ${path}`);
  expect(listed.toSorted()).toEqual(routes.toSorted());
});

test.each(globSync('*.md', { cwd: `${root}docs/guides` }))(
  'the first sentence of %s says what the guide is for, in at most 30 words',
  (file) => {
    const [, sentence = ''] =
      /^# .+\n\n(?:<!-- .* -->\n\n)?([^#|!`[][\s\S]*?[.:])(?=\s)/.exec(readGuide(file.replace('.md', ''))) ??
      [];
    expect(sentence).toMatch(/^[A-Z][a-z]+,? /);
    expect(sentence).not.toMatch(
      /^(After|This|These|Here|You|Your|The|A|An|It|Each|In) |\bthis (guide|page|tour)\b/i,
    );
    expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(30);
  },
);

test('every fault that the guide to failures names is a valid fault', () => {
  const [, table = ''] = readGuide('failures').split('| you want | fault |');
  const faults = [...(table.split('\n\n', 1)[0] ?? '').matchAll(/`(\{.*?\})` \|$/gm)].map(
    ([, text = '']) => text,
  );
  expect(faults.length).toBeGreaterThan(4);
  const emulator = createEmulator();
  for (const text of faults) {
    const fault = JSON.parse(JSON.stringify(runInNewContext(`(${text})`))) as FaultOptions;
    expect(() => emulator.addFault(fault), text).not.toThrow();
  }
});

test('every message that the guide to troubleshooting explains is a message of the packages', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n');
  const messages = [...readGuide('troubleshooting').matchAll(/^### `(.+)`$/gm)].map(([, text = '']) => text);
  expect(messages.length).toBeGreaterThan(15);
  const parts = messages.flatMap((text) => text.split('…')).map((part) => part.trim());
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
