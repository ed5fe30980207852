import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listDeliveryWindow } from '../../src/domain/views/delivery-list.ts';
import { listMessages, listMessageWindow, type MessagePage } from '../../src/domain/views/message-list.ts';
import type { DeliveryView, MessageView } from '../../src/index.ts';
import { acts, live, type Moment, NUMBERS, pick } from './lived.ts';
import { rarely } from './parts.ts';
import { boundsOf, has, needles, place, RUNS, windowOf, windows } from './windows.ts';

const bare = (number: string) => number.replace(/^\+/, '');

describe('after any history, a search has what a filter of the whole list has (EMU-13)', () => {
  const filters = fc.record({
    to: rarely(fc.constantFrom(...NUMBERS.flatMap((number) => [number, `+${number}`])), 4),
    from: rarely(fc.constantFrom('DEMO', 'SHOP', 'NOBODY'), 4),
    state: rarely(fc.constantFrom<MessageView['state']>('scheduled', 'sent', 'delivered', 'failed'), 4),
    channel: rarely(fc.constantFrom('sms' as const, 'rcs' as const), 4),
    code: rarely(fc.constantFrom('00', '22'), 4),
    after: rarely(fc.nat(), 4),
    before: rarely(fc.nat(), 4),
    since: rarely(fc.nat(), 4),
    batch: rarely(fc.nat(), 4),
    q: rarely(needles, 4),
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
        index === undefined || all.length === 0 ? undefined : Date.parse(pick(all, index).queuedAt);
      const moment = chosen.since === undefined ? undefined : moments[chosen.since % (moments.length + 1)];
      const batch = chosen.batch === undefined ? undefined : all[chosen.batch % (all.length + 1)]?.batchUuid;
      const { q, since: _, ...rest } = chosen;
      const [after, before] = [instant(chosen.after), instant(chosen.before)];
      const expected = all.filter(
        (message) =>
          (rest.to === undefined || bare(rest.to) === bare(message.to)) &&
          (rest.from === undefined || rest.from === message.from) &&
          (rest.state === undefined || rest.state === message.state) &&
          (rest.channel === undefined || rest.channel === message.channel) &&
          (rest.code === undefined || rest.code === message.receipt?.code) &&
          (after === undefined || Date.parse(message.queuedAt) >= after) &&
          (before === undefined || Date.parse(message.queuedAt) < before) &&
          (batch === undefined || batch === message.batchUuid) &&
          (moment === undefined || isAfter(message, moment)) &&
          (q === undefined || [message.to, message.from, message.body].some((text) => has(text, q))),
      );
      const since = moment && emulator.service.positionOf(moment.mark);
      const search = emulator.service.messageSearch(q);
      const query = { ...rest, after, before, since, search, batch: batch?.toUpperCase() };
      const idOf = ({ messageUuid }: MessageView) => messageUuid;
      const bounds = boundsOf(all, window, row, idOf);
      expect(listMessageWindow(state, query, bounds)).toEqual(windowOf(expected, bounds, idOf));
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
        4,
      ),
      state: rarely(fc.constantFrom<DeliveryView['state']>('succeeded', 'pending'), 4),
      message: rarely(fc.nat(), 4),
      q: rarely(needles, 4),
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
        const textOf = ({ payload }: DeliveryView) => {
          const about = JSON.stringify(payload);
          return messages.find(({ messageUuid }) => about.includes(messageUuid))?.body ?? null;
        };
        const { kind, state, q } = chosen;
        const found = all.filter(
          (delivery) =>
            (kind === undefined || kind === delivery.kind) &&
            (state === undefined || state === delivery.state) &&
            (message === undefined || JSON.stringify(delivery.payload).includes(message)) &&
            (q === undefined ||
              [delivery.url, JSON.stringify(delivery.payload), textOf(delivery) ?? ''].some((part) =>
                has(part, q),
              )),
        );
        const idOf = ({ id }: DeliveryView) => id;
        const bounds = boundsOf(all, window, row, idOf);
        const search = emulator.service.webhookSearch(q);
        const query = { kind, state, search, message: message?.toUpperCase() };
        const rows = found.map((delivery) => ({ ...delivery, text: textOf(delivery) }));
        const result = listDeliveryWindow(emulator.service.core.state, query, bounds);
        expect(result).toEqual(windowOf(rows, bounds, idOf));
      },
    );
    await fc.assert(property, RUNS);
  });
});
