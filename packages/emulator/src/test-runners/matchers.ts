import type { WebhookKind } from '@messaging-service/contract';
import { bareNumber } from '../domain/state/state.ts';
import type { DeliveryView } from '../domain/views/delivery-list.ts';
import type { MessageView } from '../domain/views/message-list.ts';
import type { Emulator } from '../emulator.ts';

/** A message to look for. What is left out does not matter. */
export interface ExpectedMessage {
  /** Destination, with or without the plus. */
  to?: string | undefined;
  /** Sender ID. */
  from?: string | undefined;
  /** The whole text, or a pattern of it. */
  body?: string | RegExp | undefined;
  /** The channel that carried it. */
  channel?: string | undefined;
  /** Where it stands. */
  state?: MessageView['state'] | undefined;
}

/** A webhook to look for. What is left out does not matter. */
export interface DeliveredWebhook {
  /** Which of the three webhooks. */
  kind?: WebhookKind | undefined;
  /** Where it went. */
  url?: string | undefined;
}

/** The matchers that importing `@messaging-service/emulator/vitest` adds to `expect`. */
export interface EmulatorMatchers<R = void> {
  /** The emulator has handed such a message to the carrier: it was sent, delivered or failed. */
  toHaveSentMessage(expected?: ExpectedMessage): R;
  /** The emulator holds such a message for a later time. */
  toHaveScheduledMessage(expected?: ExpectedMessage): R;
  /** The emulator has delivered such a webhook: it was answered with status 200. */
  toHaveDeliveredWebhook(expected?: DeliveredWebhook): R;
}

declare module 'vitest' {
  // The parameters must be those of Vitest's own declaration for the two to merge.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends EmulatorMatchers<R> {}
}

/** The result of a matcher, as Vitest takes it. */
interface Verdict {
  pass: boolean;
  message: () => string;
}

const SENT: ReadonlySet<MessageView['state']> = new Set(['sent', 'delivered', 'failed'] as const);

/** The matchers, for `expect.extend`. */
export const matchers = {
  toHaveSentMessage: (emulator: Emulator, expected: ExpectedMessage = {}): Verdict =>
    messageVerdict(emulator, expected, 'sent', ({ state }) => SENT.has(state)),

  toHaveScheduledMessage: (emulator: Emulator, expected: ExpectedMessage = {}): Verdict =>
    messageVerdict(emulator, expected, 'scheduled', ({ state }) => state === 'scheduled'),

  toHaveDeliveredWebhook(emulator: Emulator, { kind, url }: DeliveredWebhook = {}): Verdict {
    const deliveries = emulator.webhooks();
    const pass = deliveries.some(
      (delivery) =>
        delivery.state === 'succeeded' &&
        (kind ?? delivery.kind) === delivery.kind &&
        (url ?? delivery.url) === delivery.url,
    );
    return verdict(
      pass,
      `a delivered webhook ${JSON.stringify({ kind, url })}`,
      deliveries.map(describeDelivery),
    );
  },
};

function messageVerdict(
  emulator: Emulator,
  expected: ExpectedMessage,
  what: string,
  counts: (message: MessageView) => boolean,
): Verdict {
  const messages = emulator.messages();
  const pass = messages.some((message) => counts(message) && matches(message, expected));
  return verdict(pass, `a ${what} message ${describeExpected(expected)}`, messages.map(describeMessage));
}

function matches(message: MessageView, { to, from, body, channel, state }: ExpectedMessage): boolean {
  return (
    (to === undefined || bareNumber(to) === bareNumber(message.to)) &&
    (from === undefined || from === message.from) &&
    (channel === undefined || channel === message.channel) &&
    (state === undefined || state === message.state) &&
    (body === undefined ||
      (typeof body === 'string' ? body === message.body : message.body.search(body) >= 0))
  );
}

function verdict(pass: boolean, what: string, holds: readonly string[]): Verdict {
  const list =
    holds.length === 0 ? 'It holds none.' : `It holds:\n${holds.map((line) => `  ${line}`).join('\n')}`;
  return { pass, message: () => `Expected the emulator ${pass ? 'not ' : ''}to have ${what}.\n${list}` };
}

function describeExpected({ body, ...rest }: ExpectedMessage): string {
  return JSON.stringify({ ...rest, body: body instanceof RegExp ? String(body) : body });
}

function describeMessage({ state, from, to, body }: MessageView): string {
  return `${state}: ${from} → ${to} ${JSON.stringify(body)}`;
}

function describeDelivery({ state, kind, url, attempts }: DeliveryView): string {
  return `${state}: ${kind} to ${url}, ${attempts.length} attempts`;
}
