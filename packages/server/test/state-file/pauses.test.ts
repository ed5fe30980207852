import { mkdirSync } from 'node:fs';
import { Sandboxes, Service } from '@messaging-service/emulator/host';
import { StateFile } from '@messaging-service/server/core';
import { expect, test, vi } from 'vitest';
import { newFile } from './command.ts';

// The file keeps the timers that it finds when it is loaded.
const machine = vi.hoisted(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { now: 0 };
});

vi.mock('@messaging-service/emulator/host', async (original) => ({
  ...(await original<object>()),
  machineNow: () => machine.now,
}));

/** More than a small file has. */
const LARGE = 'x'.repeat(5 * 1_048_576);

const WRITE_MS = 500;

test('a large state that cannot be written waits ten times as long as the attempt took (EMU-23)', async () => {
  const file = newFile();
  const service = new Service({ organization: { name: LARGE } });
  const stateFile = await StateFile.open(file, new Sandboxes(service));
  // The new file cannot be created where a folder is.
  mkdirSync(`${file}.new`);
  let attempts = 0;
  const { capture } = service;
  service.capture = () => {
    attempts++;
    machine.now += WRITE_MS;
    return capture.call(service);
  };
  /** Lets time pass, with each look of the file at its state. */
  const pass = async (ms: number) => {
    for (const end = machine.now + ms; machine.now < end; ) {
      machine.now += 250;
      vi.advanceTimersByTime(250);
      await vi.waitUntil(() => vi.getTimerCount() === 1);
    }
  };
  service.reset();
  await pass(4_000);
  expect(stateFile.problem).toContain('EISDIR');
  expect(attempts).toBe(1);
  await pass(3_000);
  expect(attempts).toBe(2);
});
