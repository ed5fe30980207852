import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileDocExamples, docExamples } from '../../../test/doc-examples.ts';
import { runModule } from '../../../test/documents/run-module.ts';
import { clearSnippets } from '../../../test/documents/snippet-folder.ts';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

/** The names that examples use without declaring them. */
const GIVEN = `
import type { Emulator } from '@messaging-service/emulator';
import type { Sms } from '@messaging-service/emulator/playwright';
import type { Messages } from '@messaging-service/sdk';
import '@messaging-service/emulator/vitest';
declare global {
  const emulator: Emulator, sms: Sms, messages: Messages, url: string;
  const message: { to: string; from: { type: 'shared' }; body: string };
  const createMessagingClient: typeof import('@messaging-service/sdk').createMessagingClient;
  const connectEmulator: typeof import('@messaging-service/emulator/client').connectEmulator;
  const EmulatorError: typeof import('@messaging-service/emulator/client').EmulatorError;
  const WaitTimeoutError: typeof import('@messaging-service/emulator').WaitTimeoutError;
  const listen: typeof import('@messaging-service/emulator/node').listen;
  const expect: typeof import('vitest').expect;
}
`;

test('every example in a doc comment compiles', { timeout: 180_000 }, () => {
  const { count, faults } = compileDocExamples(packageFolder, GIVEN);
  expect(count).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

/** The start of each example that declares nothing itself. */
const prelude = (emulator: string) => `
import { createEmulator, WaitTimeoutError } from '@messaging-service/emulator';
import { connectEmulator, EmulatorError } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { Sms } from '${packageFolder}src/test-runners/sms.ts';
const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your code is 482913' };
${emulator}
`;
const LOCAL = `
const emulator = createEmulator();
const options = { baseUrl: emulator.baseUrl, accountKey: emulator.account.apiKey, fetch: emulator.fetch };
const { messages } = createMessagingClient(options);
`;
const remote = (url: string) => `
const url = '${url}';
const emulator = await (await connectEmulator({ url })).sandbox();
const { messages } = createMessagingClient({ baseUrl: url, accountKey: emulator.account.apiKey });
const sms = new Sms(emulator, await emulator.mark());
`;

/** Examples that only a test runner can run. */
const OF_RUNNERS = /-(matchers|playwright|vitest|define-config)-ts/;

describe('every example in a doc comment runs, and prints the values of its comments', () => {
  const folder = clearSnippets('emulator-comments');
  const emulator = createEmulator();
  let server: EmulatorServer;
  beforeAll(async () => {
    server = await listen(emulator);
  });
  afterAll(async () => {
    await server.close();
    emulator.close();
  });

  const examples = [...docExamples(packageFolder)].filter(([file]) => !OF_RUNNERS.test(file));

  test.for(examples.map(([file, code]) => [basename(file), code] as const))('%s', async ([name, code]) => {
    const isRemote = /^client|^test-runners/.test(name);
    const file = `${folder}${name}`;
    const start = prelude(isRemote ? remote(server.url) : LOCAL);
    writeFileSync(file, code.includes('import {') ? withUrl(code) : `${start}{\n${code}}\n`);
    const shown = [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, value]) => value);
    const { printed } = await runModule(file);
    expect(printed.split('\n')).toEqual(expect.arrayContaining(shown));
  });

  /** Examples of a running server name the port that the command uses by default. */
  function withUrl(code: string): string {
    return code.replaceAll('http://127.0.0.1:4010', server.url);
  }
});
