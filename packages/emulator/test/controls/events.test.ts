import type { EmulatorEvent } from '@messaging-service/emulator';
import { later, MINUTE } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES } from './subjects.ts';

describe.each(PLACES)('events %s (EMU-11, EMU-18)', (_, open) => {
  test('report every fact and every movement of the clock, from the moment they are asked for', async () => {
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

  test('end when the reader stops', async () => {
    const { controls, send } = await open();
    const events = controls.events();
    await controls.mark();
    await send();
    for await (const _event of events) break;
    expect(await events[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });
});
