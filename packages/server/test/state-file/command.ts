import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request, temporaryFolder } from '@messaging-service/test-support';
import { type Command, startCommand } from '../command.ts';

interface Page {
  readonly messages: readonly { readonly messageUuid: string }[];
  readonly next: string | null;
}

/** A running command with a state file. */
export interface StatefulCommand {
  readonly child: Command['child'];
  readonly url: string;
  readonly key: string;
  /** Kills the process without a chance to write anything. */
  kill(): Promise<void>;
}

/** Returns the path of a state file that does not exist yet. */
export function newFile(): string {
  return join(temporaryFolder('state'), 'state');
}

/** Starts the command with a state file. */
export function spawnWithState(file: string): Command {
  const config = `${file}.json`;
  writeFileSync(config, JSON.stringify({ accounts: [{ senders: ['DEMO'], credits: 1_000_000 }] }));
  return startCommand(['--json', '--port', '0', '--state', file, '--config', config]);
}

/**
 * Starts the command with a state file, and waits until it is ready.
 *
 * @throws Error with the exit code and the error output when the command ends instead.
 */
export async function startWithState(file: string): Promise<StatefulCommand> {
  const { child, ready, ended } = spawnWithState(file);
  const { url, account } = await ready();
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
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
