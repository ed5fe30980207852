import type { InboundMessage } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchDeliveries } from '../../src/domain/views/delivery-search.ts';
import { listHandsets } from '../../src/domain/views/handset-list.ts';
import type { ListWindow, WindowBounds } from '../../src/domain/views/list-window.ts';
import { listMessages, type MessagePage } from '../../src/domain/views/message-list.ts';
import { searchMessages } from '../../src/domain/views/message-search.ts';
import { finish } from '../../src/domain/views/scan.ts';
import { readHandsets } from '../../src/http/control/views/handsets.ts';
import { createEmulator, type DeliveryView, type Emulator, type MessageView } from '../../src/index.ts';
import { acts, type Lived, live, type Moment, NUMBERS, pick, TEXTS } from './lived.ts';

const RUNS = { numRuns: 25 };
const at = (text: string | null) => (text === null ? Number.NEGATIVE_INFINITY : Date.parse(text));
const bare = (number: string) => number.replace(/^\+/, '');
const has = (text: string, needle: string) => text.toLowerCase().includes(needle.trim().toLowerCase());

/** Mostly undefined, so that most searches have one or two filters. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const needles = fc.constantFrom('code', 'ORDER', ' köln ', '4477009000', '700', 'demo', 'nothing', '', ' ');
const windows = fc.record({ offset: fc.nat({ max: 6 }), limit: fc.integer({ min: 1, max: 5 }) });
const place = rarely(fc.nat());

/** The part of a list that a window shows, and the position of a row. */
function windowOf<Row>(rows: readonly Row[], bounds: WindowBounds, idOf: (row: Row) => string) {
  const { offset, limit, locate } = bounds;
  const position = rows.findIndex((row) => idOf(row) === locate?.toLowerCase());
  return {
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
    ...(locate !== undefined && { position: position === -1 ? null : position }),
  };
}

/** Bounds that locate one of the rows, in capital letters, or nothing that exists. */
function boundsOf<Row>(
  all: readonly Row[],
  window: WindowBounds,
  row: number | undefined,
  idOf: (row: Row) => string,
) {
  if (row === undefined) return window;
  const chosen = row % 4 === 0 || all.length === 0 ? 'nothing' : idOf(pick(all, row)).toUpperCase();
  return { ...window, locate: chosen };
}

describe('after any history, a search has what a filter of the whole list has (EMU-13)', () => {
  const filters = fc.record({
    to: rarely(fc.constantFrom(...NUMBERS.flatMap((number) => [number, `+${number}`]))),
    from: rarely(fc.constantFrom('DEMO', 'SHOP', 'NOBODY')),
    state: rarely(fc.constantFrom<MessageView['state']>('scheduled', 'sent', 'delivered', 'failed')),
    channel: rarely(fc.constantFrom('sms' as const, 'rcs' as const)),
    code: rarely(fc.constantFrom('00', '22')),
    after: rarely(fc.nat()),
    before: rarely(fc.nat()),
    since: rarely(fc.nat()),
    batch: rarely(fc.nat()),
    search: rarely(needles),
  });

  /** Whether a message was queued after a moment, or was scheduled at that moment and no longer is. */
  const isAfter = ({ messageUuid, state }: MessageView, { states }: Moment) => {
    const then = states.get(messageUuid);
    return then === undefined || (then === 'scheduled' && state !== 'scheduled');
  };

  test('messages, also page by page', async () => {
    const property = fc.asyncProperty(acts, filters, windows, place, async (list, chosen, window, row) => {
      const { emulator, moments } = await live(list);
      const { state } = emulator.service.core;
      const all = emulator.messages();
      const instant = (index: number | undefined) =>
        index === undefined || all.length === 0 ? undefined : at(pick(all, index).queuedAt);
      const moment = chosen.since === undefined ? undefined : moments[chosen.since % (moments.length + 1)];
      const batch = chosen.batch === undefined ? undefined : all[chosen.batch % (all.length + 1)]?.batchUuid;
      const { search, since: _, ...rest } = chosen;
      const [after, before] = [instant(chosen.after), instant(chosen.before)];
      const expected = all.filter(
        (message) =>
          (rest.to === undefined || bare(rest.to) === bare(message.to)) &&
          (rest.from === undefined || rest.from === message.from) &&
          (rest.state === undefined || rest.state === message.state) &&
          (rest.channel === undefined || rest.channel === message.channel) &&
          (rest.code === undefined || rest.code === message.receipt?.code) &&
          (after === undefined || at(message.queuedAt) >= after) &&
          (before === undefined || at(message.queuedAt) < before) &&
          (batch === undefined || batch === message.batchUuid) &&
          (moment === undefined || isAfter(message, moment)),
      );
      const since = moment && emulator.service.positionOf(moment.mark);
      const query = { ...rest, after, before, since, batch: batch?.toUpperCase() };
      const found = expected.filter(
        ({ messageUuid, batchUuid, to, from, body }) =>
          search === undefined || [messageUuid, batchUuid, to, from, body].some((text) => has(text, search)),
      );
      const idOf = ({ messageUuid }: MessageView) => messageUuid;
      const bounds = boundsOf(all, window, row, idOf);
      expect(finish(searchMessages(state, { ...query, search }, bounds))).toEqual(
        windowOf(found, bounds, idOf),
      );
      const paged: MessageView[] = [];
      for (let cursor: string | null = '0.0'; cursor !== null; ) {
        const page: MessagePage = listMessages(state, { ...query, limit: window.limit, cursor });
        paged.push(...page.messages);
        cursor = page.next;
      }
      expect(paged).toEqual(expected);
    });
    await fc.assert(property, RUNS);
  });

  test('webhooks', async () => {
    const deliveryFilters = fc.record({
      kind: rarely(
        fc.constantFrom<DeliveryView['kind']>('delivery-receipt', 'inbound-message', 'credit-notification'),
      ),
      state: rarely(fc.constantFrom<DeliveryView['state']>('succeeded', 'pending')),
      message: rarely(fc.nat()),
      search: rarely(needles),
    });
    const property = fc.asyncProperty(
      acts,
      deliveryFilters,
      windows,
      place,
      async (list, chosen, window, row) => {
        const { emulator } = await live(list);
        const all = emulator.webhooks();
        const messages = emulator.messages();
        const message =
          chosen.message === undefined
            ? undefined
            : messages[chosen.message % (messages.length + 1)]?.messageUuid;
        const { kind, state, search } = chosen;
        const found = all.filter(
          (delivery) =>
            (kind === undefined || kind === delivery.kind) &&
            (state === undefined || state === delivery.state) &&
            (message === undefined || JSON.stringify(delivery.payload).includes(message)) &&
            (search === undefined ||
              [delivery.url, JSON.stringify(delivery.payload)].some((part) => has(part, search))),
        );
        const idOf = ({ id }: DeliveryView) => id;
        const bounds = boundsOf(all, window, row, idOf);
        const query = { kind, state, search, message: message?.toUpperCase() };
        const result = finish(searchDeliveries(emulator.service.core.state, query, bounds));
        expect(result).toEqual(windowOf(found, bounds, idOf));
      },
    );
    await fc.assert(property, RUNS);
  });
});

const text = (instant: number | undefined) =>
  instant === undefined ? undefined : new Date(instant).toISOString();

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
      const sent = sentAt !== null && at(sentAt) <= now ? at(sentAt) : Number.NEGATIVE_INFINITY;
      return { number: bare(to), latest: Math.max(at(queuedAt), sent), body };
    }),
    ...replies.map(({ from, message, at: said }) => ({
      number: String(from),
      latest: at(said),
      body: message,
    })),
  ];
  return [...Map.groupBy(lines, ({ number }) => number)]
    .map(([number, own]) => {
      const newest = own.toSorted((a, b) => b.latest - a.latest)[0];
      return { number, latestAt: text(newest?.latest) ?? '', messages: own.length, text: newest?.body ?? '' };
    })
    .toSorted((a, b) => at(b.latestAt) - at(a.latestAt));
}

async function listed(
  emulator: Emulator,
  search = '',
  mark?: string,
  bounds: WindowBounds = { offset: 0, limit: 99 },
) {
  const until = mark === undefined ? undefined : emulator.service.positionOf(mark, 'until');
  const found = await readHandsets(emulator.service.core, (index) =>
    listHandsets(index, { search, until }, bounds),
  );
  return { ...found, rows: found.rows.map(({ state: _, ...row }) => row) } satisfies ListWindow<Row>;
}

describe('after any history, the list of handsets (EMU-12)', () => {
  const current = ({ emulator, replies }: Lived) =>
    handsetsOf(emulator.messages(), replies, emulator.clock.now().getTime());

  test('has each number with its latest text, whether the list was read before, and after a restore', async () => {
    const property = fc.asyncProperty(acts, fc.boolean(), async (list, isRead) => {
      const lived = await live(list, isRead ? listed : undefined);
      const expected = current(lived);
      expect((await listed(lived.emulator)).rows).toEqual(expected);
      const restored = createEmulator();
      restored.restore(lived.emulator.snapshot());
      expect((await listed(restored)).rows).toEqual(expected);
    });
    await fc.assert(property, RUNS);
  });

  test('at a mark has what had happened until then', async () => {
    const property = fc.asyncProperty(acts, fc.boolean(), async (list, isRead) => {
      const { emulator, replies, moments } = await live(list, isRead ? listed : undefined);
      for (const moment of moments) {
        // A scheduled message that became due later belongs to the time after the mark. EMU-16
        const known = emulator.messages().filter(({ messageUuid, state }) => {
          const then = moment.states.get(messageUuid);
          return then !== undefined && (then !== 'scheduled' || state === 'scheduled');
        });
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
