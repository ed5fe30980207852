import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createEmulator } from '@messaging-service/emulator';
import type { RestorableService } from '@messaging-service/server/core';
import { readDocument, writeDocument } from '@messaging-service/server/core';
import { api, messageRequest, request } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { messageUuids, newFile, spawnWithState, startWithState } from './command.ts';

test('a second process with the same file is refused with advice, and the first one continues (EMU-23)', async () => {
  const file = newFile();
  const { url, child } = await startWithState(file);
  await expect(startWithState(file)).rejects.toThrow(
    `The command ended with 2: messaging-emulator: --state ${file} is in use by process ${child.pid}. Stop that process, or use another file with --state.`,
  );
  expect(await request(url, 'GET /_emulator/health')).toMatchObject({ status: 200 });
});

test('the lock of a killed process is taken over, with the state (EMU-23)', async () => {
  const file = newFile();
  const { url, key, kill } = await startWithState(file);
  const before = statSync(file).size;
  await request(url, `POST /message?key=${key}`, messageRequest());
  await expect.poll(() => statSync(file).size, { timeout: 10_000 }).toBeGreaterThan(before);
  await kill();
  expect(existsSync(`${file}.lock`)).toBe(true);
  const next = await startWithState(file);
  expect(await messageUuids(next.url)).toHaveLength(1);
  expect(readFileSync(`${file}.lock`, 'utf8')).toMatch(new RegExp(`^${next.child.pid} `));
});

test('the command ends with 2 for a file that is not a state file, with its name and the reason (EMU-23)', async () => {
  const file = newFile();
  writeFileSync(file, 'notes of another program\n');
  await expect(startWithState(file)).rejects.toThrow(
    /^The command ended with 2: messaging-emulator: --state .+state is not a state file/,
  );
});

test('a signal to stop while the file is read ends the command in order (EMU-23)', async () => {
  const file = newFile();
  const emulator = createEmulator({ accounts: [{ senders: ['DEMO'], credits: 40_000 }] });
  await api.sendBatch(emulator, {
    destinations: Array.from({ length: 40_000 }, (_, at) => String(447_911_000_000 + at)),
  });
  const { version: _, ...snapshot } = emulator.snapshot();
  const before = writeDocument([{ number: 0, machine: Date.now(), snapshot }]);
  emulator.close();
  writeFileSync(file, Buffer.concat(before));
  const { child, ended } = spawnWithState(file);
  const lock = `${file}.lock`;
  // The lock is taken before the file is read.
  await expect.poll(() => existsSync(lock), { timeout: 20_000, interval: 1 }).toBe(true);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect(existsSync(lock)).toBe(false);
  const { state } = (readDocument(file, readFileSync(file))[0] as RestorableService).snapshot;
  expect(state.messages.size).toBe(40_000);
});

test.runIf(process.platform !== 'win32').each(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT'] as const)(
  '%s right after a call ends the command with 0, and the call is in the file (EMU-23)',
  async (signal) => {
    const file = newFile();
    const { child, ready, ended } = spawnWithState(file);
    const { url, account } = await ready();
    await request(url, `POST /message?key=${account.apiKey}`, messageRequest({ body: 'Kept' }));
    child.kill(signal);
    // A terminal that is closed sends it several times.
    if (signal === 'SIGHUP') child.kill(signal);
    expect((await ended).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('Kept');
  },
);
