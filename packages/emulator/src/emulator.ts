import { type Channel, type InboundMessage, phoneNumberSchema, validate } from '@messaging-service/contract';
import type { RequestHandler } from 'msw';
import { bareNumber } from './domain/state/state.ts';
import type { Transaction } from './domain/state/transaction.ts';
import { requireActiveAccount } from './domain/use-cases/accounts.ts';
import { receiveInbound } from './domain/use-cases/inbound.ts';
import { createNotification } from './domain/use-cases/notifications.ts';
import { openOrganization } from './domain/use-cases/organizations.ts';
import { type ReceiptRequest, resolveByHand } from './domain/use-cases/results-by-hand.ts';
import { registerSender, replaceSharedSenders } from './domain/use-cases/senders.ts';
import { type DeliveryFilter, type DeliveryView, listDeliveries } from './domain/views/delivery-list.ts';
import {
  listMessages,
  type MessageFilter,
  type MessageView,
  viewMessage,
} from './domain/views/message-list.ts';
import { EmulatorClock } from './emulator-clock.ts';
import type { FaultOptions } from './http/public/faults.ts';
import { type BaseUrl, createFetch, parseBaseUrl } from './in-process/fetch.ts';
import { mswHandlers } from './in-process/msw.ts';
import type { JournalEntry } from './runtime/core/journal.ts';
import type {
  CarrierSettings,
  EmulatorOptions,
  NotificationOptions,
  OrganizationOptions,
} from './runtime/options/options.ts';
import { checkOptions } from './runtime/options/options-check.ts';
import { carrierDefault } from './runtime/options/settings.ts';
import type { Snapshot } from './runtime/snapshot/snapshot.ts';
import { nativePattern } from './runtime/waiting/text-pattern.ts';
import { type AwaitedMessage, type WaitOptions, waitForMessage } from './runtime/waiting/waiting.ts';
import type { AccountCredentials, OrganizationCredentials } from './service/credentials.ts';
import { Service } from './service/service.ts';

const DEFAULT_BASE_URL = 'https://api.messaging.test';

/** A phone in a person's hand. */
export interface Handset {
  /** Its number. */
  readonly number: string;
  /** Writes to the sender ID of the latest message it got, or to the one in `to`. Returns the payload of the inbound webhook. */
  reply(
    message: string,
    options?: { to?: string | undefined; channel?: Channel | undefined },
  ): InboundMessage;
  /** The messages sent to it, oldest first. */
  messages(): MessageView[];
}

/** A complete emulated service, in memory. Make one with {@link createEmulator}. */
export class Emulator {
  /** Its time. */
  readonly clock: EmulatorClock;
  /** Handlers for MSW: `setupServer(...emulator.handlers)`, or `setupWorker` in a browser. */
  readonly handlers: RequestHandler[];
  /** The service as a `fetch` function, for clients that take one: no interception, no network. */
  readonly fetch: typeof globalThis.fetch;
  /** The address that `handlers` and `fetch` answer for, without a trailing slash. */
  readonly baseUrl: string;
  readonly #service: Service;

  /** @internal */
  constructor(options: EmulatorOptions, service: Service) {
    const baseUrl: BaseUrl = parseBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
    this.#service = service;
    this.baseUrl = `${baseUrl.origin}${baseUrl.prefix}`;
    this.clock = new EmulatorClock(service);
    this.handlers = mswHandlers(service.gateway, baseUrl);
    this.fetch = createFetch(service.gateway, baseUrl);
  }

  /**
   * The service behind the emulator, for adapters such as the server.
   *
   * @internal
   */
  get service(): Service {
    return this.#service;
  }

  /** The organization that is there from the start. */
  get organization(): OrganizationCredentials {
    return this.#service.credentials().organization;
  }

  /** The accounts that are there from the start. */
  get accounts(): readonly AccountCredentials[] {
    return this.#service.credentials().accounts;
  }

  /** The first of {@link Emulator.accounts}: ready to use, with credits and sender IDs. */
  get account(): AccountCredentials {
    const [first] = this.accounts;
    if (first === undefined) throw new Error('This emulator was made with an empty list of accounts.');
    return first;
  }

  /** The pool of shared sender IDs. */
  get sharedSenders(): readonly string[] {
    return this.#service.core.state.sharedSenders;
  }

  /**
   * The phone with a number.
   *
   * @throws TypeError when it is no mobile number with its country code: nothing could reach it.
   *
   * @example
   * ```ts
   * emulator.handset('447700900123').reply('YES');
   * ```
   */
  handset(number: string): Handset {
    if (!validate(phoneNumberSchema, number).ok) {
      throw new TypeError(
        `${JSON.stringify(number)} is no mobile number with its country code, such as 447700900123.`,
      );
    }
    return {
      number,
      reply: (message, { to, channel } = {}) =>
        this.#execute((tx) => {
          const sender = to ?? tx.state.handsets.get(bareNumber(number))?.batch.from;
          if (sender === undefined)
            throw new Error(`${number} has got no message to reply to; name the sender ID in "to".`);
          return receiveInbound(tx, { from: number, to: sender, message, channel });
        }),
      messages: () => this.messages({ to: number }),
    };
  }

  /** The messages that match, oldest first; all of them unless a limit is given. */
  messages(filter: MessageFilter = {}): MessageView[] {
    return listMessages(this.#service.core.state, { limit: Number.POSITIVE_INFINITY, ...filter }).messages;
  }

  /**
   * Waits for a message: the latest that matches, or the next one as soon as it is queued.
   *
   * @throws WaitTimeoutError when none comes in time.
   *
   * @example
   * ```ts
   * const { match } = await emulator.waitForMessage({ to: '447700900123', match: /code is (\d{6})/ });
   * ```
   */
  waitForMessage(options: WaitOptions = {}): Promise<AwaitedMessage> {
    const { match, ...others } = options;
    const { core, waiters, warn } = this.#service;
    const pattern = match === undefined ? undefined : nativePattern(match);
    return waitForMessage(core, waiters, { ...others, match: pattern, warn });
  }

  /** Marks a queued or sent message delivered, as the network would. */
  deliver(messageUuid: string, receipt: ReceiptRequest = {}): MessageView {
    return this.#execute((tx) => viewMessage(resolveByHand(tx, messageUuid, true, receipt)));
  }

  /** Marks a queued or sent message failed, with a receipt code; default `22`. */
  fail(messageUuid: string, code?: string, description?: string): MessageView {
    return this.#execute((tx) => viewMessage(resolveByHand(tx, messageUuid, false, { code, description })));
  }

  /** The webhook deliveries that match, with their attempts, oldest first. */
  webhooks(filter: DeliveryFilter = {}): DeliveryView[] {
    return listDeliveries(this.#service.core.state, { limit: Number.POSITIVE_INFINITY, ...filter })
      .deliveries;
  }

  /** Creates an organization, which the public API cannot; default with the credit system and without a limit. */
  createOrganization(
    options: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'> = {},
  ): OrganizationCredentials {
    const { name = 'Organization', credits = null, creditSystem = true } = options;
    const { uuid: identifier, apiKey } = this.#execute((tx) =>
      openOrganization(tx, { name, credits, creditSystem }),
    );
    return { identifier, apiKey };
  }

  /** Gives an account a custom sender ID. */
  registerSender(accountUuid: string, sender: string): void {
    this.#execute((tx) => registerSender(tx, requireActiveAccount(tx.state, accountUuid), sender));
  }

  /** Replaces the pool of shared sender IDs; locks stay. */
  setSharedSenders(senders: readonly string[]): void {
    this.#execute((tx) => replaceSharedSenders(tx, senders));
  }

  /** Creates a credit notification and returns its UUID. See NTF-6. */
  createNotification(accountUuid: string, notification: NotificationOptions): string {
    return this.#execute((tx) =>
      createNotification(tx, requireActiveAccount(tx.state, accountUuid), notification),
    );
  }

  /**
   * Sets what happens to numbers that no rule decides. `after` applies to all of them; `outcome` and `code` do not apply
   * to test numbers that have an outcome of their own, such as `447700900123`, which is delivered.
   */
  setCarrier(settings: CarrierSettings): void {
    this.#execute((tx) => tx.record({ type: 'carrier-set', carrier: carrierDefault(settings) }));
  }

  /** Makes coming calls of the public API fail; returns a function that removes the fault. */
  addFault(options: FaultOptions): () => void {
    const { faults } = this.#service.gateway;
    const fault = faults.add(options);
    return () => faults.remove(fault);
  }

  /** Takes back all faults. */
  clearFaults(): void {
    this.#service.gateway.faults.clear();
  }

  /** The latest facts, oldest first. */
  journal(): readonly JournalEntry[] {
    return this.#service.core.journal.entries();
  }

  /** All that decides the future, as JSON. */
  snapshot(): Snapshot {
    return this.#service.snapshot();
  }

  /** Goes on from a snapshot: the same calls then have the same responses and consequences. */
  restore(snapshot: Snapshot): void {
    this.#service.restore(snapshot);
  }

  /** Back to the beginning: state, clock, seed, carrier and faults; the keys are the same. */
  reset(): void {
    this.#service.reset();
  }

  /** Breaks off what is under way. Nothing happens by itself any more. */
  close(): void {
    this.#service.close();
  }

  #execute<T>(useCase: (tx: Transaction) => T): T {
    return this.#service.execute(useCase);
  }
}

/**
 * Makes a complete emulated service, in memory, with one organization and one account ready to use.
 *
 * @param options - Everything has a default.
 * @throws TypeError when an option is not valid; the message names each.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const emulator = createEmulator();
 * const { baseUrl, account, fetch } = emulator;
 * const client = createMessagingClient({ baseUrl, accountKey: account.apiKey, fetch });
 * ```
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  checkOptions(options);
  return new Emulator(options, new Service(options));
}
