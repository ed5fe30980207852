import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Runs a program for `node:test` against the sources of the packages. */
async function run(program: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'test/.scene-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'story.test.ts'), program);
  const sources = new URL('tools/source-resolution.ts', `file://${root}`).href;
  const env = { ...process.env, NODE_OPTIONS: `--import ${sources}`, NODE_TEST_CONTEXT: undefined };
  const args = ['--test', '--test-reporter=tap', 'story.test.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  );
  return stdout;
}

test('a text is sent, the phone has it, the server answers 500, tomorrow the retry succeeds, one goes back, and the story is copied as a test that passes', async ({
  inspect,
}) => {
  const { page, send, visit, emulator, receiver } = await inspect({
    browser: { permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } },
  });
  receiver.statuses.push(500);
  await visit('#/phones');
  await send(text('Your table is ready', { callback: `${receiver.url}/receipts` }));
  await page.getByRole('log').getByText('Your table is ready').waitFor();

  await visit('#/webhooks');
  await page.getByRole('row', { name: /pending · 500/ }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Command/ }).fill('tomorrow');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('It is 2 Jan 2026, 09:00:00. 1 webhook attempt').waitFor();
  await page.getByRole('row', { name: /succeeded · 200/ }).waitFor();

  const present = (await page.locator('.ribbon-now').boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const [x, y] = [present.x + present.width / 2, present.y + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 200, y);
  await page.mouse.move(x - 380, y);
  await page.locator('.ribbon-tip').getByText('1 Jan, 09:00:00 undo back to here').waitFor();
  await page.mouse.up();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /pending · 500/ }).waitFor();
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');

  await page.getByRole('link', { name: 'Phones', exact: true }).click();
  await page.getByRole('button', { name: 'Copy as test…' }).click();
  const story = page.getByRole('dialog', { name: 'Copy as test' });
  await story.getByRole('button', { name: 'node:test', exact: true }).click();
  await story.getByText('node --test').waitFor();
  await story.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('The program is copied.').waitFor();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  expect(program).toContain('Your table is ready');
  expect(program).toContain('500');
  expect(await run(program)).toMatch(/^# pass 1$/m);
  const wrong = program.replace(/state: 'delivered'|'delivered'/, "'failed'");
  expect(wrong).not.toBe(program);
  expect(await run(wrong)).toMatch(/^# fail 1$/m);
});
