import { existsSync, readFileSync, statSync } from 'node:fs';
import { messageRequest, request } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';

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
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before);
  await kill();
  expect(existsSync(`${file}.lock`)).toBe(true);
  const next = await startWithState(file);
  expect(await messageUuids(next.url)).toHaveLength(1);
  expect(readFileSync(`${file}.lock`, 'utf8')).toMatch(new RegExp(`^${next.child.pid} `));
});
