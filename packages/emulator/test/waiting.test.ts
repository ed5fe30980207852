import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator, WaitTimeoutError } from '@messaging-service/emulator';
import { api, later, MINUTE, START } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function watched() {
  const warnings: string[] = [];
  const emulator = createEmulator({ now: START, onWarning: (warning) => warnings.push(warning) });
  return { emulator, warnings };
}

test('a later message is returned at the moment it is queued, of several in one call the last (EMU-9)', async () => {
  const { emulator } = watched();
  const waited = emulator.waitForMessage({ to: '447700900007' });
  await api.send(emulator, [{}, { to: '447700900007' }, { to: '447700900007', body: 'the one' }, {}]);
  expect(await waited).toMatchObject({ body: 'the one', state: 'delivered', sentAt: START });
});

test('of a batch to two numbers, a wait for any message gets the last one (EMU-9)', async () => {
  const { emulator } = watched();
  const waiting = emulator.waitForMessage();
  await api.sendBatch(emulator, { destinations: ['447700900001', '447700900002'] });
  expect((await waiting).to).toBe('447700900002');
  expect((await emulator.waitForMessage()).to).toBe('447700900002');
});

test('a message to a number is found without waiting, however many others were queued after it (EMU-9)', async () => {
  const emulator = createEmulator({ organization: { creditSystem: false } });
  await api.sendOne(emulator, { to: '447700900007' });
  for (let request = 0; request < 12; request++)
    await api.send(
      emulator,
      Array.from({ length: 1_000 }, (_, index) => ({ to: `4477001${request * 1_000 + index}` })),
    );
  expect(await emulator.waitForMessage({ to: '447700900007', timeout: 0 })).toMatchObject({
    to: '447700900007',
  });
});

test('a pattern with the flags g or y matches in each call (EMU-9)', async () => {
  const { emulator } = watched();
  await api.sendOne(emulator, { body: '1234' });
  for (const pattern of [/\d{4}/g, /\d{4}/y]) {
    for (let times = 0; times < 3; times++) {
      expect((await emulator.waitForMessage({ match: pattern })).match).toEqual(['1234']);
    }
  }
});

test('of several matches the latest is returned: after "send again" the new code (EMU-9)', async () => {
  const { emulator } = watched();
  await api.sendOne(emulator, { body: 'code 1111' });
  await api.sendOne(emulator, { body: 'code 2222' });
  expect((await emulator.waitForMessage({ match: /code (\d+)/ })).match?.[1]).toBe('2222');
});

test('text, sender, account and number are all required to match (EMU-9)', async () => {
  const { emulator } = watched();
  await api.send(emulator, [
    { body: 'a cat' },
    { body: 'a dog', from: { type: 'custom', value: '447700900990' } },
  ]);
  const wait = (options: Parameters<typeof emulator.waitForMessage>[0]) =>
    emulator.waitForMessage({ timeout: 0, ...options }).then(({ body }) => body);
  expect(await wait({ contains: 'cat' })).toBe('a cat');
  expect(await wait({ from: '447700900990' })).toBe('a dog');
  expect(await wait({ account: emulator.account.identifier, contains: 'dog' })).toBe('a dog');
  await expect(wait({ contains: 'cat', from: '447700900990' })).rejects.toThrow(WaitTimeoutError);
  await expect(wait({ to: '447700900002' })).rejects.toThrow(WaitTimeoutError);
});

test('after an instant, or after a message, only later messages count (EMU-9)', async () => {
  const { emulator } = watched();
  const first = await api.sendOne(emulator, { body: 'first' });
  await emulator.clock.advance('1s');
  const second = await api.sendOne(emulator, { body: 'second' });
  const bodyAfter = async (after: string | Date | number) =>
    (await emulator.waitForMessage({ after, timeout: 0 })).body;
  expect(await bodyAfter(first.messageUuid)).toBe('second');
  expect(await bodyAfter(later(1_000))).toBe('second');
  expect(await bodyAfter(new Date(later(0)))).toBe('second');
  await expect(bodyAfter(later(1_001))).rejects.toThrow(WaitTimeoutError);
  await expect(bodyAfter(second.messageUuid)).rejects.toThrow(WaitTimeoutError);
  await expect(bodyAfter('00000000-0000-4000-8000-000000000000')).rejects.toThrow(/no message 0{8}/);
});

test('a scheduled message that becomes due is later than messages that were sent while it waited (EMU-9)', async () => {
  const { emulator } = watched();
  await api.sendOne(emulator, { body: 'reminder', send_at: later(10 * MINUTE) });
  const { messageUuid } = await api.sendOne(emulator, { body: 'meanwhile' });
  await emulator.clock.advance(10 * MINUTE);
  expect((await emulator.waitForMessage()).body).toBe('reminder');
  expect((await emulator.waitForMessage({ after: messageUuid, timeout: 0 })).body).toBe('reminder');
});

test('a wait continues after a reset and gets later messages (EMU-8)', async () => {
  const { emulator } = watched();
  const waited = emulator.waitForMessage();
  emulator.reset();
  await api.sendOne(emulator, { body: 'after the reset' });
  expect((await waited).body).toBe('after the reset');
});

test('a test that waits for a message that only advance can cause is warned, with the time of the next job (EMU-9)', async () => {
  const { emulator, warnings } = watched();
  await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  const waited = emulator.waitForMessage();
  expect(warnings).toEqual([expect.stringMatching(/due at 2026-03-01T09:10:00\.000Z.*clock\.advance/)]);
  await emulator.clock.advance(10 * MINUTE);
  await waited;
});

test('without a pending job, or with a system clock, there is no warning (EMU-9)', async () => {
  const { emulator, warnings } = watched();
  await expect(emulator.waitForMessage({ timeout: 0 })).rejects.toThrow(WaitTimeoutError);
  const system = createEmulator({ clock: 'system', onWarning: (warning) => warnings.push(warning) });
  await api.sendOne(system, { send_at: new Date(Date.now() + 60 * MINUTE).toISOString() });
  await expect(system.waitForMessage({ timeout: 0 })).rejects.toThrow(WaitTimeoutError);
  system.close();
  expect(warnings).toEqual([]);
});

test('a wait with a mark from before a reset gets messages after the reset (EMU-16)', async () => {
  const { emulator } = watched();
  await api.send(emulator, [{}, {}]);
  const waited = emulator.waitForMessage({ since: emulator.mark() });
  emulator.reset();
  await api.sendOne(emulator, { body: 'after the reset' });
  expect((await waited).body).toBe('after the reset');
});

test('a wait that has ended keeps nothing, however long its signal lives', async () => {
  const { emulator } = watched();
  const { signal } = new AbortController();
  const wait = async () => {
    const pattern = /test/;
    const waited = emulator.waitForMessage({ match: pattern, signal });
    await api.sendOne(emulator, { body: 'a test' });
    await waited;
    return new WeakRef(pattern);
  };
  const pattern = await wait();
  await expect
    .poll(() => {
      collectGarbage();
      return pattern.deref() === undefined;
    })
    .toBe(true);
  expect(signal.aborted).toBe(false);
});

test('close() ends waits and event streams, also those of sandboxes (EMU-5)', async () => {
  const { emulator } = watched();
  const sandbox = emulator.sandbox();
  const waits = [emulator.waitForMessage(), sandbox.waitForMessage()];
  const streams = [emulator.events(), sandbox.events()];
  emulator.close();
  const reasons = (await Promise.allSettled([...waits, emulator.waitForMessage()])).map(
    (result) => result.status === 'rejected' && String(result.reason),
  );
  expect(reasons).toEqual(
    Array<string>(3).fill('Rejection: The emulator or its sandbox was closed. Create another one.'),
  );
  for (const events of [...streams, emulator.events()])
    expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('a wrong argument rejects the promise and does not throw (EMU-9)', async () => {
  const { emulator } = watched();
  const waited = emulator.waitForMessage({ after: 'yesterday' });
  await expect(waited).rejects.toThrow(TypeError);
});

test.each([Number.POSITIVE_INFINITY, 1e12])('a waiter may wait as long as %d ms (EMU-9)', async (timeout) => {
  vi.useFakeTimers();
  const { emulator } = watched();
  const waited = emulator.waitForMessage({ timeout });
  await vi.advanceTimersByTimeAsync(MINUTE);
  await api.sendOne(emulator);
  expect(await waited).toMatchObject({ state: 'delivered' });
});
