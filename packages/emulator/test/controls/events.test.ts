import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator, type EmulatorEvent } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';
import { PLACES } from './subjects.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe.each(PLACES)('events %s (EMU-11, EMU-18)', (_, open) => {
  test('report every fact and every movement of the clock, from the call on', async () => {
    const { controls, send } = await open();
    await send({ body: 'before' });
    const events = controls.events();
    await controls.mark();
    await send({ body: 'after', to: '447700900001' });
    await controls.clock.advance('10m');
    const seen: EmulatorEvent[] = [];
    for await (const event of events) {
      seen.push(event);
      if (event.event === 'clock' && event.data.now === later(10 * MINUTE)) break;
    }
    const types = seen
      .filter(({ event }) => event === 'fact')
      .map(({ data }) => (data as { type: string }).type);
    expect(types).toContain('message-sent');
    expect(types.filter((type) => type === 'batch-queued')).toHaveLength(1);
  });

  test('report each time that an advance visits before its facts', async () => {
    const { controls, send } = await open({ carrier: { after: '5s' } });
    const events = controls.events();
    await controls.mark();
    await send({ to: '447700900001', send_at: '2026-03-01T10:00Z' });
    await controls.clock.advance('2h');
    await controls.reset();
    const seen: string[] = [];
    for await (const { event, data } of events) {
      if ('mode' in data) seen.push(`clock ${String(data.now).slice(11, 19)}`);
      else if (event === 'fact' && 'type' in data && data.type.startsWith('message-')) seen.push(data.type);
      if (seen.at(-1) === 'clock 09:00:00') break;
    }
    expect(seen).toEqual([
      'clock 10:00:00',
      'message-sent',
      'clock 10:00:05',
      'message-delivered',
      'clock 11:00:00',
      'clock 09:00:00',
    ]);
  });

  test('end when the reader stops', async () => {
    const { controls, send } = await open();
    const events = controls.events();
    await controls.mark();
    await send();
    for await (const _event of events) break;
    expect(await events[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });
});

test('a reader in the process that does not keep up gets the event lagged, and the stream ends (EMU-11)', async ({
  emulator,
}) => {
  const events = emulator.events();
  for (let count = 0; count < 100_001; count++) emulator.setSharedSenders([`POOL${count}`]);
  const seen: EmulatorEvent[] = [];
  for await (const event of events) seen.push(event);
  expect(seen.map(({ event }) => event)).toEqual(['lagged']);
});

test('a reader in the process gets all facts of a call that queues 10,000 messages (EMU-11)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 10_000 }] });
  const events = emulator.events();
  await api.sendBatch(emulator, { destinations: Array<string>(10_000).fill('447700900001') });
  emulator.close();
  const seen: string[] = [];
  for await (const { event, data } of events) seen.push('type' in data ? String(data.type) : event);
  expect(seen).not.toContain('lagged');
  expect(seen.filter((type) => type === 'message-delivered')).toHaveLength(10_000);
});

test('an emulator does not keep the events of a reader that has stopped (EMU-11)', async ({ emulator }) => {
  const read = async () => {
    const events = emulator.events();
    emulator.setSharedSenders(['POOL']);
    for await (const _event of events) break;
    return new WeakRef(events);
  };
  const events = await read();
  // The target of a weak reference lives until the end of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(events.deref()).toBeUndefined();
});
