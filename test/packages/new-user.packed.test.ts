/** The first steps of a new user: the tarballs in an empty folder, without optional peers, and the commands of the README. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { NewUser, type Service } from './new-user.ts';
import { mustSucceed } from './outcomes.ts';
import { COMPILERS, type Compiler, compile, installOldest, writePrograms } from './programs.ts';
import { packAll } from './tarballs.ts';

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
const user = new NewUser(join(temporary, 'user'));
const file = (name: string) => join(user.folder, name);
let emulator: Service<Emulated>;

beforeAll(async () => {
  const tarballs = await packAll(temporary);
  writeFileSync(file('package.json'), '{ "private": true }\n');
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'] as const;
  await mustSucceed(user.run([...install, ...tarballs.values()]));
  await mustSucceed(installOldest(temporary));
  emulator = await user.serve(['npx', 'messaging-emulator', '--port', '0', '--json']);
});

afterAll(() => {
  user.close();
  rmSync(temporary, { recursive: true, force: true });
});

test('npx messaging-emulator serves on a free port', () => {
  expect(emulator.ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a program sends, schedules, cancels, receives and verifies', async () => {
  const { url, account, organization } = emulator.ready;
  copyFileSync(`${root}test/packages/programs/first-program.ts`, file('first-program.mts'));
  const environment = {
    MESSAGING_BASE_URL: url,
    ACCOUNT: account.identifier,
    ACCOUNT_KEY: account.apiKey,
    ORGANIZATION_KEY: organization.apiKey,
    SENDER: account.senders[0],
  };
  await mustSucceed(user.run(['node', 'first-program.mts'], environment));
});

test('npx messaging-webhooks receives what it simulates, and verifies what was captured', async () => {
  writeFileSync(file('secret.txt'), 'a secret of my own\n');
  const command = (...args: readonly string[]) =>
    ['npx', 'messaging-webhooks', ...args, '--secret-file', 'secret.txt'] as const;
  const receiver = await user.serve<{ readonly url: string }>(command('listen', '--port', '0', '--json'));
  const simulated = await user.run(command('simulate', receiver.ready.url, '--json', '--set', 'message=YES'));
  expect(simulated.ok, simulated.output).toBe(true);
  expect(await receiver.stop()).toBe('');
  expect(JSON.parse(receiver.lines[1] ?? '{}')).toMatchObject({ verified: true });
  const { request } = JSON.parse(simulated.printed) as { readonly request: object };
  writeFileSync(file('captured.json'), JSON.stringify(request));
  await mustSucceed(user.run(command('verify', 'captured.json')));
  writeFileSync(file('altered.json'), readFileSync(file('captured.json'), 'utf8').replace('YES', 'NO'));
  expect(await user.run(command('verify', 'altered.json'))).toMatchObject({ ok: false });
});

test('npx messaging-conformance passes, and writes a configuration that the emulator accepts', async () => {
  const { url, account } = emulator.ready;
  const options = ['--base-url', url, '--account-key', account.apiKey, '--write', 'emulator.config.json'];
  await mustSucceed(user.run(['npx', 'messaging-conformance', ...options]));
  const configured = ['--config', 'emulator.config.json', '--port', '0', '--json'];
  const same = await user.serve<Emulated>(['npx', 'messaging-emulator', ...configured]);
  expect(await same.stop()).toBe('');
});

test.each(Object.keys(COMPILERS) as Compiler[])(
  'the %s compiler accepts the declarations without optional peers and types of browsers',
  async (compiler) => {
    writePrograms(user.folder);
    await mustSucceed(compile(user.folder, COMPILERS[compiler](temporary), 'bare', compiler));
  },
);

test('npx messaging-emulator stops on SIGTERM without errors', async () => {
  expect(await emulator.stop()).toBe('');
});
