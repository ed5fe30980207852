import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';

const execute = promisify(execFile);

/** A folder without Node. The executable runs without Node on the path. */
const executable = `${root}dist/messaging-emulator${process.platform === 'win32' ? '.exe' : ''}`;
const environment = { PATH: '/nowhere' };

const hasInspector = existsSync(`${root}packages/emulator/dist/inspector/index.html`);
if (!hasInspector) process.stderr.write('The test of the executable is skipped: run npm run build first.\n');

interface Ready {
  readonly url: string;
  readonly account: { readonly apiKey: string };
}

describe.skipIf(!hasInspector)('the single-file executable (EMU-15)', () => {
  beforeAll(async () => {
    expect(await run(['node', 'tools/executable/build.ts'])).toMatchObject({ ok: true });
  }, 300_000);

  test('prints its usage', async () => {
    const { stdout } = await execute(executable, ['--help'], { env: environment });
    expect(stdout).toMatch(/^Usage: messaging-emulator /);
  });

  test('prints its version from any folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'executable-'));
    const copy = join(folder, basename(executable));
    copyFileSync(executable, copy);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const manifest = readFileSync(`${root}packages/emulator/package.json`, 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    const { stdout } = await execute(copy, ['--version'], { env: environment });
    expect(stdout).toBe(`${version}\n`);
  });

  test('refuses a wrong option with the exit code of a usage error', async () => {
    const failure = execute(executable, ['--prot', '1'], { env: environment });
    await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--prot') });
  });

  test('serves the public API, the control API and the inspector, and stops on SIGTERM', async () => {
    const server = spawn(executable, ['--port', '0', '--json', '--clock', 'virtual'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { url, account } = JSON.parse(line.toString()) as Ready;
    const health = await fetch(`${url}/_emulator/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });

    const body = JSON.stringify({
      messages: [
        { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Your code is 482913' },
      ],
    });
    expect((await fetch(`${url}/message?key=${account.apiKey}`, { method: 'POST', body })).status).toBe(200);
    // The first pattern loads a library.
    const found = await fetch(`${url}/_emulator/messages/wait?pattern=${encodeURIComponent('is (\\d{6})')}`);
    expect(await found.json()).toMatchObject({ match: ['is 482913', '482913'], state: 'delivered' });

    const page = await (await fetch(`${url}/_emulator/`)).text();
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    const asset = await fetch(new URL(script, `${url}/_emulator/`));
    expect([asset.status, asset.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});
