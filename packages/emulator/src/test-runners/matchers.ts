/**
 * Matchers for `expect.extend()` of Vitest, Jest and Playwright. With a client of a running emulator, await them.
 *
 * @packageDocumentation
 */
import { type Checks, must, shown, type WebhookKind } from '@messaging-service/contract';
import { bareNumber } from '../domain/state/state.ts';
import { type MessageView, messageLine } from '../domain/views/message-list.ts';
import {
  isDestination,
  NOT_A_DESTINATION,
  senderTest,
  spelledNumber,
} from '../domain/views/spelled-number.ts';
import type { DeliveryView } from '../domain/views/webhook-list.ts';
import { requireOptions } from '../runtime/options/input-check.ts';

export type {
  CreditNotification,
  DeliveryReceipt,
  InboundMessage,
  ReceiptInfo,
  WebhookKind,
  WebhookPayloads,
} from '@messaging-service/contract';
export type { MessageView } from '../domain/views/message-list.ts';
export type { AttemptView, DeliveryView } from '../domain/views/webhook-list.ts';

/**
 * The message that you expect. Leave out what does not matter.
 *
 * @example
 * ```ts
 * import '@messaging-service/emulator/vitest';
 * import { expect } from 'vitest';
 *
 * await messages.sendOne(message);
 * expect(emulator).toHaveSentMessage({ to: '447700900123', body: /code/, channel: 'sms', state: 'delivered' });
 * ```
 */
export interface ExpectedMessage {
  /** Destination, in any notation with its country code. */
  to?: string | undefined;
  /** Sender ID. */
  from?: string | undefined;
  /** The whole text, or a pattern of it. */
  body?: string | RegExp | undefined;
  /** The channel that carried it. */
  channel?: string | undefined;
  /** Its state. */
  state?: MessageView['state'] | undefined;
}

/**
 * The webhook that you expect. Leave out what does not matter.
 *
 * @example
 * ```ts
 * import '@messaging-service/emulator/vitest';
 * import { expect } from 'vitest';
 *
 * const callback = 'http://127.0.0.1:4020/receipts';
 * await messages.sendOne({ ...message, callback });
 * await emulator.settle();
 * expect(emulator).toHaveDeliveredWebhook({ kind: 'delivery-receipt', url: callback });
 * ```
 */
export interface DeliveredWebhook {
  /** Which of the three webhooks. */
  kind?: WebhookKind | undefined;
  /** The URL that it was sent to. */
  url?: string | undefined;
}

/** The matchers as an interface, to declare them for a test runner. */
export interface EmulatorMatchers<R = void> {
  /**
   * Passes if the emulator has sent a matching message: it was sent, delivered or failed.
   *
   * @example
   * ```ts
   * import '@messaging-service/emulator/vitest';
   * import { expect } from 'vitest';
   *
   * await messages.sendOne(message);
   * expect(emulator).toHaveSentMessage({ to: '447700900123', body: /code is \d{6}/ });
   * ```
   */
  toHaveSentMessage(expected?: ExpectedMessage): R;
  /**
   * Passes if the emulator holds a matching message for later.
   *
   * @example
   * ```ts
   * import '@messaging-service/emulator/vitest';
   * import { expect } from 'vitest';
   *
   * await messages.sendOne({ ...message, send_at: '2030-01-01T09:00Z' });
   * expect(emulator).toHaveScheduledMessage({ to: '447700900123' });
   * ```
   */
  toHaveScheduledMessage(expected?: ExpectedMessage): R;
  /**
   * Passes if a matching webhook was delivered: the response had status 200.
   *
   * @example
   * ```ts
   * import '@messaging-service/emulator/vitest';
   * import { expect } from 'vitest';
   *
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:4020/receipts' });
   * await emulator.settle();
   * expect(emulator).toHaveDeliveredWebhook({ kind: 'delivery-receipt' });
   * ```
   */
  toHaveDeliveredWebhook(expected?: DeliveredWebhook): R;
}

declare global {
  namespace jest {
    /** The matchers of `@types/jest`. The parameters must be those of its own declaration for the two to merge. */
    // oxlint-disable-next-line typescript/no-empty-object-type -- This is the default of the other declaration.
    interface Matchers<R, T = {}> extends EmulatorMatchers<R> {}
  }
}

// @ts-ignore: Jest is optional
declare module '@jest/expect' {
  /** The matchers of `@jest/globals`. */
  interface Matchers<R extends void | Promise<void>, T = unknown> extends EmulatorMatchers<R> {}
}

/** The part of an emulator that the matchers read: one in this process, or a client of a running one. */
export interface AnyEmulator {
  /** Lists its messages. */
  messages(): readonly MessageView[] | Promise<readonly MessageView[]>;
  /** Lists its webhook deliveries. */
  webhooks(): readonly DeliveryView[] | Promise<readonly DeliveryView[]>;
}

/** The result of a matcher, in the form that all three runners accept. */
export interface Verdict {
  /** Whether the emulator has the expected message or webhook. */
  pass: boolean;
  /** Describes the difference. */
  message: () => string;
}

const INVALID = 'The matcher cannot compare what you expect';

const isText = (value: unknown) => typeof value === 'string';
const checkText = must('a text', isText);

const MESSAGE_CHECKS: Checks<ExpectedMessage> = {
  to: (to) => (isText(to) && isDestination(to) ? undefined : `${NOT_A_DESTINATION}; got ${shown(to)}`),
  from: checkText,
  body: must('a text or a regular expression', (body) => isText(body) || body instanceof RegExp),
  channel: checkText,
  state: checkText,
};
const WEBHOOK_CHECKS: Checks<DeliveredWebhook> = { kind: checkText, url: checkText };

/**
 * The matchers, for `expect.extend()`.
 *
 * @example
 * ```ts
 * import { matchers } from '@messaging-service/emulator/matchers';
 * import { expect } from 'vitest';
 *
 * expect.extend(matchers);
 * ```
 */
export const matchers = {
  /** Passes if the emulator has sent a matching message: it was sent, delivered or failed. */
  toHaveSentMessage(emulator: AnyEmulator, expected: ExpectedMessage = {}): Verdict | Promise<Verdict> {
    return judgeMessages(emulator, 'sent', ['sent', 'delivered', 'failed'], expected);
  },

  /** Passes if the emulator holds a matching message for later. */
  toHaveScheduledMessage(emulator: AnyEmulator, expected: ExpectedMessage = {}): Verdict | Promise<Verdict> {
    return judgeMessages(emulator, 'scheduled', ['scheduled'], expected);
  },

  /** Passes if a matching webhook was delivered: the response had status 200. */
  toHaveDeliveredWebhook(emulator: AnyEmulator, expected: DeliveredWebhook = {}): Verdict | Promise<Verdict> {
    const { kind, url } = requireOptions(INVALID, expected, WEBHOOK_CHECKS);
    return judge(emulator, 'webhooks', (deliveries) => {
      const pass = deliveries.some(
        (delivery) =>
          delivery.state === 'succeeded' &&
          (kind ?? delivery.kind) === delivery.kind &&
          (url ?? delivery.url) === delivery.url,
      );
      const what = `a delivered webhook ${JSON.stringify({ kind, url })}`;
      return verdict(pass, what, deliveries.map(describeDelivery));
    });
  },
};

function judgeMessages(
  emulator: AnyEmulator,
  what: string,
  states: readonly MessageView['state'][],
  expected: ExpectedMessage,
): Verdict | Promise<Verdict> {
  const wanted = requireOptions(INVALID, expected, MESSAGE_CHECKS);
  return judge(emulator, 'messages', (messages) => {
    const pass = messages.some((message) => states.includes(message.state) && matches(message, wanted));
    return verdict(pass, `a ${what} message ${describeExpected(wanted)}`, messages.map(messageLine));
  });
}

/** The lists that the matchers read. */
interface Lists {
  readonly messages: readonly MessageView[];
  readonly webhooks: readonly DeliveryView[];
}

/**
 * Judges a list of an emulator: synchronously if it is in this process, so that the assertion needs no `await`. The error for
 * a wrong value, such as a client of the SDK, names it.
 */
function judge<Name extends keyof Lists>(
  emulator: AnyEmulator,
  name: Name,
  decide: (rows: Lists[Name]) => Verdict,
): Verdict | Promise<Verdict> {
  const given: unknown = emulator;
  if (typeof (given as Partial<AnyEmulator> | null | undefined)?.[name] !== 'function')
    throw new TypeError(
      `The matcher needs an emulator created with createEmulator() or connectEmulator(); got ${given === null ? 'null' : typeof given}.`,
    );
  const rows = emulator[name]() as Lists[Name] | Promise<Lists[Name]>;
  return 'then' in rows ? rows.then(decide) : decide(rows);
}

function matches(message: MessageView, { to, from, body, channel, state }: ExpectedMessage): boolean {
  return (
    (to === undefined || spelledNumber(to) === bareNumber(message.to)) &&
    (from === undefined || senderTest(from)(message.from)) &&
    (channel === undefined || channel === message.channel) &&
    (state === undefined || state === message.state) &&
    (body === undefined ||
      (typeof body === 'string' ? body === message.body : message.body.search(body) >= 0))
  );
}

function verdict(pass: boolean, what: string, holds: readonly string[]): Verdict {
  const list =
    holds.length === 0 ? 'It has none.' : `It has:\n${holds.map((line) => `  ${line}`).join('\n')}`;
  return { pass, message: () => `Expected the emulator ${pass ? 'not ' : ''}to have ${what}.\n${list}` };
}

function describeExpected({ body, ...rest }: ExpectedMessage): string {
  return JSON.stringify({ ...rest, body: body instanceof RegExp ? String(body) : body });
}

function describeDelivery({ state, kind, url, attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  const result = last === undefined ? 'no attempt yet' : `last result: ${last.error ?? last.status}`;
  return `${state}: ${kind} to ${url}, ${result}`;
}
