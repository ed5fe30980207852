import { existsSync, linkSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EmulatorOptions } from '@messaging-service/emulator';
import { message, messageRequest, request, START } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';
import { snapshotOf, withServer } from './served-state.ts';

/** The size at which a file is rewritten, including the changes of one interval. */
const MOST_BYTES = 24 * 1024 * 1024;

/** Sends requests with 50 messages each, one after another, until something is the case. Returns the UUIDs in order. */
async function sendUntil(url: string, key: string, isOver: () => boolean): Promise<string[]> {
  const messages = Array.from({ length: 50 }, () => message({ to: '447700900123' }));
  const uuids: string[] = [];
  while (!isOver()) {
    const path = `POST /message?key=${key}`;
    const { body } = await request<{ messages: { messageUuid: string }[] }>(url, path, { messages });
    uuids.push(...body.messages.map(({ messageUuid }) => messageUuid));
  }
  return uuids;
}

const RICH: EmulatorOptions = { now: START, accounts: [{ senders: ['DEMO'], credits: 1_000_000 }] };

test('a file is rewritten when its changes are larger than its snapshot, with the same content (EMU-23)', async () => {
  const file = newFile();
  const kept = await withServer(
    file,
    async (url, key) => {
      const { ino } = statSync(file);
      await sendUntil(url, key, () => statSync(file).ino !== ino);
      // A change after the rewrite is written to the new file.
      await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900124' }));
      return snapshotOf(url);
    },
    RICH,
  );
  await withServer(file, async (url) => {
    expect(await snapshotOf(url)).toEqual(kept);
  });
});

test('until the new file replaces it, the old file has all changes without a gap (EMU-23)', async () => {
  const file = newFile();
  const old = `${file}.old`;
  const sent = await withServer(
    file,
    async (url, key) => {
      // The old file keeps this name when the new one takes its place.
      linkSync(file, old);
      const { ino } = statSync(file);
      return sendUntil(url, key, () => statSync(file).ino !== ino);
    },
    RICH,
  );
  const kept = await withServer(old, (url) => messageUuids(url));
  expect(kept.size).toBeGreaterThan(sent.length / 2);
  expect([...kept]).toEqual(sent.slice(0, kept.size));
});

test('a file does not grow without limit when the service is reset again and again (EMU-23)', async () => {
  const file = newFile();
  const accounts = Array.from({ length: 8_000 }, (_, index) => ({ name: `Branch ${index}`, senders: [] }));
  await withServer(
    file,
    async (url) => {
      let written = 0;
      let last = { ino: 0, size: 0 };
      while (written < 1.5 * MOST_BYTES) {
        await request(url, 'POST /_emulator/reset');
        await expect.poll(() => statSync(file).size).not.toBe(last.size);
        const { ino, size } = statSync(file);
        written += ino === last.ino ? size - last.size : size;
        last = { ino, size };
        expect(size).toBeLessThan(MOST_BYTES);
      }
    },
    { now: START, accounts },
  );
});

test('a kill while the file is being rewritten leaves a file that can be loaded (EMU-23)', async () => {
  const file = newFile();
  const { url, key, kill } = await startWithState(file);
  const isWrittenAnew = Promise.withResolvers<void>();
  const watcher = watch(dirname(file), (_, name) => {
    if (name === `${basename(file)}.new`) isWrittenAnew.resolve();
  });
  onTestFinished(() => watcher.close());
  const acknowledged: string[] = [];
  const end = new AbortController();
  const killed = isWrittenAnew.promise.then(async () => {
    end.abort();
    await kill();
  });
  const messages = Array.from({ length: 50 }, () => message());
  while (!end.signal.aborted) {
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
