import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { Sandboxes, Service } from '@messaging-service/emulator/host';
import { StateFile } from '@messaging-service/server/core';
import { expect, test, vi } from 'vitest';
import { newFile } from './command.ts';

// The modules keep the timers and the clock that they find when they are loaded.
const machine = vi.hoisted(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = { now: 0 };
  vi.stubGlobal('performance', { now: () => clock.now });
  return clock;
});

/** More than a small file has. */
const LARGE = 'x'.repeat(5 * 1_048_576);

const WRITE_MS = 500;

/** Lets time pass, with each look of the file at its state. */
async function pass(ms: number): Promise<void> {
  for (const end = machine.now + ms; machine.now < end; ) {
    machine.now += 250;
    vi.advanceTimersByTime(250);
    await vi.waitUntil(() => vi.getTimerCount() === 1);
  }
}

test('a large state that cannot be written waits ten times as long as the attempt took (EMU-23)', async () => {
  const file = newFile();
  const service = new Service({ organization: { name: LARGE } });
  const stateFile = await StateFile.open(file, new Sandboxes(service));
  const written = statSync(file).ino;
  // The new file cannot be created where a folder is.
  mkdirSync(`${file}.new`);
  service.reset();
  machine.now += 250;
  vi.advanceTimersByTime(250);
  // The attempt has begun, and ends in another turn of the event loop.
  machine.now += WRITE_MS;
  await vi.waitUntil(() => vi.getTimerCount() === 1);
  expect(stateFile.problem).toContain('EISDIR');
  rmdirSync(`${file}.new`);
  await pass(10 * WRITE_MS - 500);
  expect(stateFile.problem).toContain('EISDIR');
  expect(statSync(file).ino).toBe(written);
  await pass(500);
  expect(stateFile.problem).toBeUndefined();
  expect(statSync(file).ino).not.toBe(written);
});
