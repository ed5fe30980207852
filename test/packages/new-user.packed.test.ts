/** The first steps of a new user: the tarballs in an empty folder, without optional peers, and the commands of the README. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { Shell } from '../documents/shell.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { mustSucceed } from './outcomes.ts';
import { COMPILERS, type Compiler, compile, installOldest, writePrograms } from './programs.ts';
import { tarballs } from './tarballs.ts';
import { userEnvironment } from './user-environment.ts';

interface Emulated {
  readonly url: string;
  readonly organization: { readonly apiKey: string };
  readonly account: {
    readonly identifier: string;
    readonly apiKey: string;
    readonly senders: readonly [string, ...string[]];
  };
}

const temporary = makeEmptyFolder();
const folder = join(temporary, 'user');
mkdirSync(folder);
const shell = new Shell(folder, userEnvironment());
const file = (name: string) => join(folder, name);
let emulator: Emulated;

/** Starts a long-running command, whose first line is JSON. */
async function serve<Line>(command: string): Promise<Line> {
  return JSON.parse((await shell.serve(command)).printed) as Line;
}

beforeAll(async () => {
  writeFileSync(file('package.json'), '{ "private": true }\n');
  await shell.run(
    `npm install --prefer-offline --no-audit --no-fund ${tarballs(inject('packed')).join(' ')}`,
  );
  await mustSucceed(installOldest(temporary));
  emulator = await serve('npx messaging-emulator --port 0 --json');
});

afterAll(() => {
  shell.close();
  rmSync(temporary, { recursive: true, force: true });
});

test('npx messaging-emulator serves on a free port', () => {
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a program sends, schedules, cancels, receives and verifies', async () => {
  const { url, account, organization } = emulator;
  copyFileSync(`${root}test/packages/programs/first-program.ts`, file('first-program.mts'));
  await shell.run(`MESSAGING_BASE_URL=${url} ACCOUNT=${account.identifier} ACCOUNT_KEY=${account.apiKey} \
    ORGANIZATION_KEY=${organization.apiKey} SENDER=${account.senders[0]} node first-program.mts`);
});

test('npx messaging-webhooks receives what it simulates, and verifies what was captured', async () => {
  writeFileSync(file('secret.txt'), 'a secret of my own\n');
  const receiver = await shell.serve(
    'npx messaging-webhooks listen --port 0 --json --secret-file secret.txt',
  );
  const { url } = JSON.parse(receiver.printed) as { readonly url: string };
  await shell.run(
    `npx messaging-webhooks simulate ${url} --json --set message=YES --secret-file secret.txt > simulated.json`,
  );
  await expect.poll(() => receiver.printed).toContain('"verified":true');
  const { request } = JSON.parse(readFileSync(file('simulated.json'), 'utf8')) as { request: object };
  writeFileSync(file('captured.json'), JSON.stringify(request));
  await shell.run('npx messaging-webhooks verify captured.json --secret-file secret.txt');
  writeFileSync(file('altered.json'), readFileSync(file('captured.json'), 'utf8').replace('YES', 'NO'));
  await shell.run('if npx messaging-webhooks verify altered.json --secret-file secret.txt; then exit 1; fi');
});

test('npx messaging-conformance passes, and writes a configuration that the emulator accepts', async () => {
  const { url, account } = emulator;
  await shell.run(
    `npx messaging-conformance --base-url ${url} --account-key ${account.apiKey} --write emulator.config.json`,
  );
  await serve<Emulated>('npx messaging-emulator --config emulator.config.json --port 0 --json');
});

test.each(Object.keys(COMPILERS) as Compiler[])(
  'the %s compiler accepts the declarations without optional peers and types of browsers',
  async (compiler) => {
    writePrograms(folder);
    await mustSucceed(compile(folder, COMPILERS[compiler](temporary), 'bare', compiler));
  },
);
