import type { InboundMessage } from '@messaging-service/contract';
import { call, createFetchReceiver, edit, send } from '@messaging-service/test-support';
import fc from 'fast-check';
import { createEmulator, type Emulator, type MessageView } from '../../src/index.ts';

/** Numbers with common parts, so that a search finds several. */
export const NUMBERS = ['447700900001', '447700900002', '447700900700', '447700900822'];
const TEXTS = ['Your code is 482913', 'YOUR order has left', 'See you at 10:00', 'Grüße aus Köln'];
const SENDERS = ['DEMO', 'SHOP'];

type Act =
  | {
      readonly does: 'send';
      readonly to: number;
      readonly from: number;
      readonly body: number;
      readonly calls: boolean;
    }
  | { readonly does: 'schedule'; readonly to: number; readonly minutes: number; readonly body: number }
  | { readonly does: 'reply'; readonly from: number; readonly body: number }
  | { readonly does: 'cancel'; readonly which: number }
  | { readonly does: 'pass'; readonly seconds: number }
  | { readonly does: 'mark' };

const which = fc.nat({ max: 3 });

/** What callers do with a service, mostly sending. */
export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constant('send' as const),
        to: which,
        from: which,
        body: which,
        calls: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('schedule' as const),
        to: which,
        minutes: fc.integer({ min: 6, max: 12 }),
        body: which,
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('reply' as const), from: which, body: which }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), which: fc.nat({ max: 9 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ does: fc.constant('pass' as const), seconds: fc.nat({ max: 500 }) }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('mark' as const) }) },
  ),
  { minLength: 5, maxLength: 25 },
);

/** A moment, with the states of the messages that existed. */
export interface Moment {
  readonly mark: string;
  readonly at: number;
  readonly states: ReadonlyMap<string, MessageView['state']>;
  readonly replies: number;
}

/** A service after a number of acts. */
export interface Lived {
  readonly emulator: Emulator;
  readonly replies: readonly InboundMessage[];
  readonly moments: readonly Moment[];
}

/**
 * Performs acts one after another. Nothing happens twice at one instant: acts are at whole seconds, and scheduled
 * messages are due at milliseconds of their own.
 */
export async function live(list: readonly Act[]): Promise<Lived> {
  const { fetch } = createFetchReceiver(() => 200);
  const emulator = createEmulator({
    now: '2026-03-01T09:00:00Z',
    accounts: [{ senders: SENDERS, credits: 1_000 }],
    webhooks: { fetch },
  });
  await edit(emulator, { mo: { mo_webhook_url: 'https://shop.test/replies' } });
  const replies: InboundMessage[] = [];
  const moments: Moment[] = [];
  for (const [index, act] of list.entries()) {
    await perform(emulator, act, index, replies, moments);
    await emulator.clock.advance(2_000);
  }
  return { emulator, replies, moments };
}

async function perform(
  emulator: Emulator,
  act: Act,
  index: number,
  replies: InboundMessage[],
  moments: Moment[],
): Promise<void> {
  const now = emulator.clock.now().getTime();
  switch (act.does) {
    case 'send': {
      const from = { type: 'custom' as const, value: pick(SENDERS, act.from) };
      const callback = act.calls ? { callback: `https://shop.test/receipts/${pick(SENDERS, act.from)}` } : {};
      await send(emulator, [{ to: pick(NUMBERS, act.to), from, body: pick(TEXTS, act.body), ...callback }]);
      break;
    }
    case 'schedule': {
      const send_at = new Date(now + act.minutes * 60_000 + 1 + index).toISOString();
      await send(emulator, [{ to: `+${pick(NUMBERS, act.to)}`, body: pick(TEXTS, act.body), send_at }]);
      break;
    }
    case 'reply':
      replies.push(emulator.handset(pick(NUMBERS, act.from)).reply(pick(TEXTS, act.body), { to: 'DEMO' }));
      break;
    case 'cancel': {
      const pending = emulator.messages({ state: 'scheduled' });
      const chosen = pending[act.which % Math.max(1, pending.length)];
      if (chosen !== undefined) await call(emulator, `DELETE /batch/${chosen.batchUuid}`);
      break;
    }
    case 'pass':
      await emulator.clock.advance(act.seconds * 2_000);
      break;
    case 'mark': {
      const states = new Map(emulator.messages().map(({ messageUuid, state }) => [messageUuid, state]));
      moments.push({ mark: emulator.mark(), at: now, states, replies: replies.length });
    }
  }
}

export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
