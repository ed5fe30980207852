import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageRequest, request } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CRASHES = 20;

interface Page {
  readonly messages: readonly { readonly messageUuid: string }[];
  readonly next: string | null;
}

/** Starts the command with a state file. */
async function start(file: string) {
  const command = ['--import', './tools/source-resolution.ts', 'packages/emulator/src/cli/main.ts'];
  const config = `${file}.json`;
  writeFileSync(config, JSON.stringify({ accounts: [{ senders: ['DEMO'], credits: 1_000_000 }] }));
  const child = spawn(
    process.execPath,
    [...command, '--json', '--port', '0', '--state', file, '--config', config],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'close').then(() => {
    throw new Error(`The emulator ended: ${errors}`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const { url, account } = JSON.parse(line.toString()) as { url: string; account: { apiKey: string } };
  return { child, url, key: account.apiKey };
}

test('what was acknowledged a second before a kill is there after the restart, 20 times (EMU-23)', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'state-')), 'state');
  const acknowledged: { readonly uuid: string; readonly at: number }[] = [];
  for (let crash = 0; crash <= CRASHES; crash++) {
    const { child, url, key } = await start(file);
    const kept = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `GET /_emulator/messages?limit=1000${cursor && `&cursor=${cursor}`}`;
      const { body } = await request<Page>(url, path);
      for (const { messageUuid } of body.messages) kept.add(messageUuid);
      cursor = body.next;
    }
    expect(acknowledged.filter(({ uuid }) => !kept.has(uuid))).toEqual([]);
    if (crash === CRASHES) return;
    const killAt = Date.now() + 1_200 + Math.random() * 1_000;
    const closed = once(child, 'close');
    while (Date.now() < killAt) {
      const uuid = crypto.randomUUID();
      const { status } = await request(url, `POST /message?key=${key}`, messageRequest({ id: uuid }));
      if (status === 200) acknowledged.push({ uuid, at: Date.now() });
    }
    const killedAt = Date.now();
    child.kill('SIGKILL');
    await closed;
    // What came in the last second may be lost.
    while ((acknowledged.at(-1)?.at ?? 0) > killedAt - 1_000) acknowledged.pop();
  }
});
