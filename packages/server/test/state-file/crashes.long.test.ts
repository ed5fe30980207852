import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { messageRequest, request } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';

const CRASHES = 50;

/** The file is replaced this many times in each run of the server. */
const WRITES = 3;

/** Messages between two writes, which keep the state small: a large one is written rarely. */
const SENDS = 40;

/** How often the test looks at the file while it waits. A loop without a pause would take a processor from the server. */
const POLL_MS = 2;

test('a message that was acknowledged before the last but one write exists after a kill, 50 times (EMU-23)', async () => {
  const file = newFile();
  const acknowledged: { readonly uuid: string; readonly at: number }[] = [];
  for (let crash = 0; crash <= CRASHES; crash++) {
    const { url, key, kill } = await startWithState(file);
    const kept = await messageUuids(url);
    expect(acknowledged.filter(({ uuid }) => !kept.has(uuid))).toEqual([]);
    if (crash === CRASHES) return;
    // A write has everything that was acknowledged before the write before it.
    const replacedAt: number[] = [];
    let sent = 0;
    for (let { ino } = statSync(file); replacedAt.length < WRITES; ) {
      if (sent < SENDS) {
        sent++;
        const uuid = crypto.randomUUID();
        const { status } = await request(url, `POST /message?key=${key}`, messageRequest({ id: uuid }));
        if (status === 200) acknowledged.push({ uuid, at: Date.now() });
      } else {
        await pause(POLL_MS);
      }
      const present = statSync(file);
      if (present.ino === ino) continue;
      ino = present.ino;
      sent = 0;
      replacedAt.push(Date.now());
    }
    await kill();
    while ((acknowledged.at(-1)?.at ?? 0) >= (replacedAt.at(-2) ?? 0)) acknowledged.pop();
  }
});
