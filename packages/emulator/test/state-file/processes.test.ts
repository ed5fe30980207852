import { existsSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { message, messageRequest, request } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';

test('a second process that wants the same file is refused with advice, and the first one goes on (EMU-23)', async () => {
  const file = newFile();
  const { url, child } = await startWithState(file);
  await expect(startWithState(file)).rejects.toThrow(
    `The command ended with 2: messaging-emulator: --state ${file} is in use by process ${child.pid}. Stop that process, or name another file with --state.`,
  );
  expect(await request(url, 'GET /_emulator/health')).toMatchObject({ status: 200 });
});

test('the lock of a killed process is taken over, with the state (EMU-23)', async () => {
  const file = newFile();
  const { url, key, kill } = await startWithState(file);
  const before = statSync(file).size;
  await request(url, `POST /message?key=${key}`, messageRequest());
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before);
  await kill();
  expect(existsSync(`${file}.lock`)).toBe(true);
  const next = await startWithState(file);
  expect(await messageUuids(next.url)).toHaveLength(1);
  expect(readFileSync(`${file}.lock`, 'utf8')).toMatch(new RegExp(`^${next.child.pid} `));
});

test('a kill while the file is being written anew leaves a file that can be loaded (EMU-23)', async () => {
  const file = newFile();
  const { url, key, kill } = await startWithState(file);
  const isWrittenAnew = Promise.withResolvers<void>();
  const watcher = watch(dirname(file), (_, name) => {
    if (name === `${basename(file)}.new`) isWrittenAnew.resolve();
  });
  onTestFinished(() => watcher.close());
  const acknowledged: string[] = [];
  let isKilled = false;
  const killed = isWrittenAnew.promise.then(async () => {
    isKilled = true;
    await kill();
  });
  const messages = Array.from({ length: 1_000 }, () => message());
  while (!isKilled) {
    const sent = await request<{ messages: { messageUuid: string }[] }>(url, `POST /message?key=${key}`, {
      messages,
    }).catch(() => undefined);
    for (const { messageUuid } of sent?.body.messages ?? []) acknowledged.push(messageUuid);
  }
  await killed;
  expect(existsSync(`${file}.new`)).toBe(true);
  const next = await startWithState(file);
  const found = await messageUuids(next.url);
  // The last changes may be lost, but never changes before others that are there.
  const kept = acknowledged.filter((uuid) => found.has(uuid));
  expect(kept).toEqual(acknowledged.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(acknowledged.length / 2);
  expect(existsSync(`${file}.new`)).toBe(false);
});
