import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageRequest, request } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { messageUuids, startWithState } from './command.ts';

/** In bytes. A state that has grown until a write fails fits twice: the old file and the new one. */
const DISK = 8 * 1024 * 1024;

/** What is left of the disk while it is almost full. */
const ROOM = 112 * 1024;

/** A small file system in memory; undefined where this process may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'none', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const disk = smallDisk();

test.skipIf(disk === undefined)(
  'while the disk is full, changes are refused with the reason; when it has room again, nothing is lost (EMU-23)',
  async () => {
    const folder = disk as string;
    onTestFinished(() => void execFileSync('umount', ['-l', folder]));
    const file = join(folder, 'state');
    const { url, key, kill } = await startWithState(file);
    const send = (id: string) => request(url, `POST /message?key=${key}`, messageRequest({ id }));
    const status = async () => (await request(url, 'GET /_emulator/health')).status;
    writeFileSync(join(folder, 'other'), Buffer.alloc(DISK - ROOM));
    const acknowledged: string[] = [];
    let isRefused = false;
    while (!isRefused) {
      const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
      for (const id of ids) {
        const answer = await send(id);
        if (answer.status === 200) acknowledged.push(id);
        isRefused ||= answer.status === 503;
        if (answer.status === 503) expect(JSON.stringify(answer.body)).toContain('ENOSPC');
      }
    }
    expect(await status()).toBe(503);
    rmSync(join(folder, 'other'));
    await expect.poll(status, { timeout: 30_000 }).toBe(200);
    await kill();
    const kept = await messageUuids((await startWithState(file)).url);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  },
);
