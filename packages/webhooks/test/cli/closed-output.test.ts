import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildDeliveryReceipt } from '@messaging-service/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { fileWith, linesOf, start } from './command.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Starts the command of a package, and closes its outputs before it writes. */
function startUnread(name: string, args: readonly string[]): ChildProcess {
  const program = ['--import', './tools/source-resolution.ts', `packages/${name}/src/cli/main.ts`];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function errorsOf(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await once(child, 'close');
  return errors;
}

test.each([
  ['webhooks', ['--help']],
  ['webhooks', ['--version']],
  ['webhooks', ['verify', '--secret', 'x', '--body', fileWith('{}')]],
  ['server', ['--help']],
  ['server', ['--version']],
  ['conformance', ['--help']],
  ['conformance', ['--version']],
])('the command of %s with %o ends quietly when nothing reads its output', async (name, args) => {
  const child = startUnread(name, args);
  child.stdout?.destroy();
  expect(await errorsOf(child)).toBe('');
  expect(child.signalCode).toBe(null);
});

test('listen ends quietly when its reader has read enough, as with head', async () => {
  const child = start(['listen', '--port', '0', '--json']);
  const lines = linesOf(child);
  const { url } = JSON.parse((await lines.next()).value as string) as { url: string };
  const send = () => fetch(url, { method: 'POST', body: JSON.stringify(buildDeliveryReceipt()) });
  await send();
  await lines.next();
  const errors = errorsOf(child);
  child.stdout?.destroy();
  // The command ends with the first line that nothing reads, maybe before its response.
  await send().catch(() => undefined);
  expect([await errors, child.exitCode]).toEqual(['', 0]);
});
