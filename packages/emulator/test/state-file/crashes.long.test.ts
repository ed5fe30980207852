import { messageRequest, request } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';

const CRASHES = 50;

/** A change is written within a second, or within ten times as long as a write takes: 200 ms here on a busy disk. */
const PROMISE_MS = 2_000;

test('a message that was acknowledged two seconds before a kill exists after the restart, 50 times (EMU-23)', async () => {
  const file = newFile();
  const acknowledged: { readonly uuid: string; readonly at: number }[] = [];
  for (let crash = 0; crash <= CRASHES; crash++) {
    const { url, key, kill } = await startWithState(file);
    const kept = await messageUuids(url);
    expect(acknowledged.filter(({ uuid }) => !kept.has(uuid))).toEqual([]);
    if (crash === CRASHES) return;
    const killAt = Date.now() + PROMISE_MS + 200 + Math.random() * 1_000;
    while (Date.now() < killAt) {
      const uuid = crypto.randomUUID();
      const { status } = await request(url, `POST /message?key=${key}`, messageRequest({ id: uuid }));
      if (status === 200) acknowledged.push({ uuid, at: Date.now() });
    }
    const killedAt = Date.now();
    await kill();
    // Messages of the last seconds may be lost.
    while ((acknowledged.at(-1)?.at ?? 0) > killedAt - PROMISE_MS) acknowledged.pop();
  }
});
