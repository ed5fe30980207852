import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHROMIUM, hasChromium } from '../../tools/chromium.ts';
import { run } from '../../tools/run.ts';
import { documents } from './document.ts';
import { withFreePorts } from './free-ports.ts';
import { observations, WEBHOOK_SECRET } from './observations.ts';
import { planSteps } from './plan.ts';
import { Reader } from './reader.ts';
import { clearSnippets, SNIPPETS } from './snippet-folder.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const area = clearSnippets('examples');
const emulator = createEmulator({ now: '2026-01-01T09:00Z' });
const server = await listen(emulator);

const readings = (await Promise.all(documents.map(withFreePorts))).map((document) => ({
  path: document.path,
  reader: new Reader(area, document, emulator),
  steps: planSteps(document)
    .filter(({ kind }) => kind !== 'tests')
    .map((step) => ({ title: `${step.fence.name} in line ${step.fence.line}`, step })),
}));

beforeEach(() => {
  emulator.reset();
});

afterAll(async () => {
  for (const { reader } of readings) reader.close();
  await server.close();
});

function nameService(): void {
  vi.stubEnv('MESSAGING_BASE_URL', server.url);
  vi.stubEnv('MESSAGING_ACCOUNT_KEY', emulator.account.apiKey);
  vi.stubEnv('MESSAGING_ORGANIZATION_KEY', emulator.organization.apiKey);
  vi.stubEnv('MESSAGING_WEBHOOK_SECRET', WEBHOOK_SECRET);
}

const withSteps = readings.filter(({ steps }) => steps.length > 0);

describe.each(withSteps)('the examples of $path do what it says', ({ reader, steps }) => {
  beforeEach(nameService);

  test.for(steps)('$title', async ({ step }, { skip }) => {
    skip(!hasCurl && step.fence.text.includes('curl '), 'no curl here; apt-get install -y curl');
    skip(!hasChromium && step.fence.text.includes('playwright test'), `no ${CHROMIUM} here`);
    await reader.take(step);
  });
});

test('long-running commands have printed the output of the documents by the end', async () => {
  for (const { reader } of readings) await reader.finish();
});

test('every observation belongs to an existing example', () => {
  const examples = new Set(
    documents.flatMap(({ path, fences }) => fences.map(({ name }) => `${path}#${name}`)),
  );
  expect(Object.keys(observations).filter((key) => !examples.has(key))).toEqual([]);
});

test('every example compiles', { timeout: 120_000 }, async () => {
  const tsconfig = `${SNIPPETS}tsconfig.json`;
  writeFileSync(
    tsconfig,
    JSON.stringify({ extends: '../../tsconfig.json', include: ['examples/*/all/*.ts'], exclude: [] }),
  );
  expect(await run(['tsc', '--project', tsconfig])).toMatchObject({ output: '', ok: true });
});
