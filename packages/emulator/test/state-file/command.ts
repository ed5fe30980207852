import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { request } from '@messaging-service/test-support';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMAND = ['--import', './tools/source-resolution.ts', 'packages/emulator/src/cli/main.ts'];

type Command = ChildProcessByStdio<null, Readable, Readable>;

interface Page {
  readonly messages: readonly { readonly messageUuid: string }[];
  readonly next: string | null;
}

/** A running command with a state file. */
export interface StatefulCommand {
  readonly child: Command;
  readonly url: string;
  readonly key: string;
  /** Kills the process without a chance to write anything. */
  kill(): Promise<void>;
}

/** Returns the path of a state file that does not exist yet. */
export function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'state-')), 'state');
}

/** Starts the command with a state file. */
export function spawnWithState(file: string): Command {
  const config = `${file}.json`;
  writeFileSync(config, JSON.stringify({ accounts: [{ senders: ['DEMO'], credits: 1_000_000 }] }));
  const child = spawn(
    process.execPath,
    [...COMMAND, '--json', '--port', '0', '--state', file, '--config', config],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/**
 * Starts the command with a state file, and waits until it is ready.
 *
 * @throws Error with the exit code and the error output when the command ends instead.
 */
export async function startWithState(file: string): Promise<StatefulCommand> {
  const child = spawnWithState(file);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => {
    throw new Error(`The command ended with ${code}: ${errors}`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const { url, account } = JSON.parse(line.toString()) as { url: string; account: { apiKey: string } };
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  return { child, url, key: account.apiKey, kill };
}

/** The UUIDs of all messages of an emulator. */
export async function messageUuids(url: string): Promise<Set<string>> {
  const uuids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `GET /_emulator/messages?limit=1000${cursor && `&cursor=${cursor}`}`;
    const { body } = await request<Page>(url, path);
    for (const { messageUuid } of body.messages) uuids.add(messageUuid);
    cursor = body.next;
  }
  return uuids;
}
