import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const PERMISSIONS = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Quotes, an escape, and letters beyond ASCII, which code has to write correctly. */
const BODY = `It's "6 o'clock" \\ $HOME – grüße 👋`;

/** Presses a button that copies the open request, and returns the text of the clipboard. */
async function copied(page: Page, button: string): Promise<string> {
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByRole('button', { name: button, exact: true }).click();
  await page.getByText('The request is copied as').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Writes a file into a folder of the repository, where packages are found, until the test ends. */
function written(name: string, code: string): string {
  const parent = join(root, 'test/.snippets');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'copied-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), code);
  return join(folder, name);
}

test('the copied command has the effect of the request in a terminal', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
  await send(text(BODY));
  const [first] = emulator.messages();
  await visit('#/requests/1');
  const command = await copied(page, 'curl');
  const { stdout } = await run('sh', ['-c', `${command} -s`]);
  expect(JSON.parse(stdout)).toMatchObject({ messages: [{ body: BODY }] });
  const [, second] = emulator.messages();
  expect(second).toMatchObject({ to: first?.to, from: first?.from, body: BODY, channel: first?.channel });
});

test('the copied command of a request that was refused is refused in the same way', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ browser: PERMISSIONS });
  await send(text('Hello', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await visit('#/requests/1');
  const { stdout } = await run('sh', ['-c', `${await copied(page, 'curl')} -s -w '\\n%{http_code}'`]);
  const [body = '', status] = stdout.split('\n');
  expect([status, (JSON.parse(body) as { error: { code: string } }).error.code]).toEqual([
    '403',
    'sender_not_owned',
  ]);
  await page.getByText('2 requests', { exact: true }).waitFor();
});

test('the copied program compiles, and sends the message when it runs', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
  await send(text(BODY));
  await visit('#/requests/1');
  const file = written('program.ts', await copied(page, 'SDK code'));
  const config = written(
    'tsconfig.json',
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [file], files: [file] }),
  );
  await run('npx', ['tsc', '--noEmit', '--project', config], { cwd: root });
  const { stdout } = await run(process.execPath, ['--import', './tools/source-resolution.ts', file], {
    cwd: root,
  });
  expect(stdout).toContain(emulator.messages()[1]?.messageUuid);
  expect(emulator.messages()).toMatchObject([
    { body: BODY },
    { body: BODY, to: '447700900123', from: 'DEMO' },
  ]);
});

test('the example of an empty list is a command that sends the first message', async ({ inspect }) => {
  const { page, visit, emulator } = await inspect({ browser: PERMISSIONS });
  for (const view of ['phones', 'messages', 'requests']) {
    await visit(`#/${view}`);
    await page.getByLabel('Example call', { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Copy: Example call' }).click();
  await page.getByText('Example call is copied.').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await run('sh', ['-c', `${command} -s`]);
  await page.getByRole('row', { name: /200 POST \/message/ }).waitFor();
  expect(emulator.messages()).toMatchObject([{ body: 'Your code is 482913' }]);
});

test('the overview of an empty emulator offers a button, a command, and a program that sends the first message', async ({
  inspect,
}) => {
  const { page, emulator } = await inspect({ browser: PERMISSIONS });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Send a message' }).waitFor();
  await main.getByLabel('Example call', { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Copy: Example program' }).click();
  await page.getByText('Example program is copied.').waitFor();
  const file = written('program.ts', await page.evaluate(() => navigator.clipboard.readText()));
  await run(process.execPath, ['--import', './tools/source-resolution.ts', file], { cwd: root });
  expect(emulator.messages()).toMatchObject([{ body: 'Your code is 482913', state: 'delivered' }]);
});
