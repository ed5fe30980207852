import type { InboundMessage } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listHandsets } from '../../src/domain/views/handset-list.ts';
import type { ListWindow, WindowBounds } from '../../src/domain/views/list-window.ts';
import { createEmulator, type Emulator, type MessageView } from '../../src/index.ts';
import { acts, type Lived, live } from './lived.ts';
import { boundsOf, has, needles, place, RUNS, windowOf, windows } from './windows.ts';

/** What a list shows of a handset, except for the state of its latest message, which changes later. */
interface Row {
  readonly number: string;
  readonly latestAt: string;
  readonly messages: number;
  readonly text: string;
}

/** The handsets of some messages and replies at an instant, those with the latest activity first. */
function handsetsOf(
  messages: readonly MessageView[],
  replies: readonly InboundMessage[],
  now: number,
): Row[] {
  const lines = [
    ...messages.map(({ to, body, queuedAt, sentAt }) => {
      const isSent = sentAt !== null && Date.parse(sentAt) <= now;
      return { number: to.replace('+', ''), at: Date.parse(isSent ? sentAt : queuedAt), text: body };
    }),
    ...replies.map(({ from, message, at }) => ({
      number: String(from),
      at: Date.parse(at),
      text: message,
    })),
  ];
  const inOrder = lines.toSorted((a, b) => b.at - a.at);
  return [...Map.groupBy(inOrder, ({ number }) => number)].map(([number, own]) => {
    const [newest] = own as [(typeof own)[number]];
    const latestAt = new Date(newest.at).toISOString();
    return { number, latestAt, messages: own.length, text: newest.text };
  });
}

async function listed(
  emulator: Emulator,
  q = '',
  mark?: string,
  bounds: WindowBounds = { offset: 0, limit: 99 },
) {
  const until = mark === undefined ? undefined : emulator.service.positionOf(mark, 'until');
  const found = listHandsets(emulator.service.core.state, { q, until }, bounds);
  return { ...found, rows: found.rows.map(({ state: _, ...row }) => row) } satisfies ListWindow<Row>;
}

describe('after any history, the list of handsets (EMU-12)', () => {
  const current = ({ emulator, replies }: Lived) =>
    handsetsOf(emulator.messages(), replies, emulator.clock.now().getTime());

  test('has each number with its latest text, also after a restore', async () => {
    const property = fc.asyncProperty(acts, async (list) => {
      const lived = await live(list);
      const expected = current(lived);
      expect((await listed(lived.emulator)).rows).toEqual(expected);
      const restored = createEmulator();
      restored.restore(lived.emulator.snapshot());
      expect((await listed(restored)).rows).toEqual(expected);
    });
    await fc.assert(property, RUNS);
  });

  test('at a mark has what had happened until then', async () => {
    const property = fc.asyncProperty(acts, async (list) => {
      const { emulator, replies, moments } = await live(list);
      for (const moment of moments) {
        const known = emulator.messages().filter(({ messageUuid }) => moment.states.has(messageUuid));
        const expected = handsetsOf(known, replies.slice(0, moment.replies), moment.at);
        expect((await listed(emulator, '', moment.mark)).rows).toEqual(expected);
      }
    });
    await fc.assert(property, RUNS);
  });

  test('has what a filter of the whole list has, in each window', async () => {
    const property = fc.asyncProperty(acts, needles, windows, place, async (list, needle, window, row) => {
      const lived = await live(list);
      const all = current(lived);
      const found = all.filter((handset) => has(handset.number, needle) || has(handset.text, needle));
      const idOf = ({ number }: Row) => number;
      const bounds = boundsOf(all, window, row, idOf);
      expect(await listed(lived.emulator, needle, undefined, bounds)).toEqual(windowOf(found, bounds, idOf));
    });
    await fc.assert(property, RUNS);
  });
});
