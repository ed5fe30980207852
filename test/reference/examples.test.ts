import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, startRedis } from '../../packages/webhooks/test/redis-server.ts';
import { publisherOf } from '../../tools/packages/packages.ts';
import { run } from '../../tools/run.ts';
import { clearSnippets, SNIPPETS } from '../documents/snippet-folder.ts';
import { type DocExample, docExamples, isOfRunner, saveExample } from './doc-examples.ts';
import { createExampleService, environmentOf, FAILURES, prepareService } from './example-service.ts';
import { runExample } from './run-example.ts';

const area = clearSnippets('reference');
const folderOf = ({ place }: DocExample) => `${area}${place.replace(/\W+/g, '-')}/`;

/** The tests that an example registers run after it, so that the cases of the conformance kit are one test here. */
const VITEST_TEST = "import { test } from 'vitest';";
const REGISTERED = `
export const registered: (() => Promise<void>)[] = [];
const test = (_name: string, run: () => Promise<void>) => registered.push(run);`;

/** The examples of packages as rows of a table of tests. */
const of = (...names: string[]) =>
  docExamples
    .filter((one) => !isOfRunner(one) && names.includes(publisherOf(one.source)))
    .map((one) => [one.place, one] as const);

describe('the examples of the client run, and print what they show', async () => {
  const service = createExampleService();
  const server = await listen(service);
  afterAll(async () => {
    await server.close();
    service.close();
  });

  test.for(of('sdk', 'conformance'))('%s', async ([, example]) => {
    await prepareService(service);
    for (const [name, value] of Object.entries(environmentOf(server.url))) vi.stubEnv(name, value);
    const failure = FAILURES[example.subject.replace(/^is/, '')];
    if (failure !== undefined) service.addFault({ times: 1, ...failure });
    const { exports } = await runExample(folderOf(example), example, (code) =>
      code.replace(VITEST_TEST, REGISTERED).replaceAll('https://api.example.com', server.url),
    );
    for (const runTest of (exports.registered ?? []) as (() => Promise<void>)[]) await runTest();
  });
});

describe('the examples of the emulator run, and print what they show', async () => {
  const emulator = createEmulator();
  const server = await listen(emulator);
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  afterAll(async () => {
    await server.close();
    receiver.close();
    emulator.close();
  });

  test.for(of('emulator'))('%s', async ([, example]) => {
    await runExample(folderOf(example), example, (code) =>
      code.replaceAll('http://127.0.0.1:4010', server.url).replaceAll('127.0.0.1:4020', `127.0.0.1:${port}`),
    );
  });
});

test.for(of('webhooks'))(
  'the example of the webhook package runs, and prints what it shows: %s',
  async ([, example], { skip }) => {
    if (!example.code.includes('REDIS_URL')) return void (await runExample(folderOf(example), example));
    skip(!hasRedis, 'no redis-server here; apt-get install -y redis-server');
    await using redis = await startRedis();
    vi.stubEnv('REDIS_URL', redis.socket);
    await runExample(folderOf(example), example);
  },
);

test.for(of('contract'))(
  'the example of the wire format runs, and its values are those of its comments: %s',
  async ([, example]) => {
    // A line such as `call(); // value` exports both.
    const lines = example.code.replace(
      /^(\w[\w.]*\(.*\)[\w.]*); \/\/ ([^…\n]+)$/gm,
      'values.push([$1, $2]);',
    );
    const code = `export const values: [unknown, unknown][] = [];\n${lines}`;
    const { exports } = await runExample(folderOf(example), { ...example, code });
    for (const [value, shown] of exports.values as [unknown, unknown][]) expect(value).toEqual(shown);
  },
);

test('every example compiles', { timeout: 120_000 }, async () => {
  for (const example of docExamples) saveExample(`${folderOf(example)}compiled/`, example);
  const tsconfig = `${SNIPPETS}tsconfig.reference.json`;
  const include = ['reference/*/compiled/*.ts'];
  writeFileSync(tsconfig, JSON.stringify({ extends: '../../tsconfig.json', include, exclude: [] }));
  expect(await run(['tsc', '--project', tsconfig])).toMatchObject({ output: '', ok: true });
});
