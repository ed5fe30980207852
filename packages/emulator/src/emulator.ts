import { senderIdSchema } from '@messaging-service/contract';
import type { ClockMove, EmulatorHandler, FaultHandle, Handset, JournalEntry, Snapshot } from './api.ts';
import type { Transaction } from './domain/state/transaction.ts';
import { requireActiveAccount } from './domain/use-cases/accounts.ts';
import { receiveInbound } from './domain/use-cases/inbound.ts';
import { createNotification, type NotificationOptions } from './domain/use-cases/notifications.ts';
import { type OrganizationOptions, openOrganization } from './domain/use-cases/organizations.ts';
import { resendByHand, type WebhookChanges } from './domain/use-cases/resend-by-hand.ts';
import { type ReceiptRequest, resolveByHand } from './domain/use-cases/results-by-hand.ts';
import { registerSender, replaceSharedSenders } from './domain/use-cases/senders.ts';
import {
  DELIVERY_FILTERS,
  type DeliveryFilter,
  type DeliveryView,
  listDeliveries,
  viewDelivery,
} from './domain/views/delivery-list.ts';
import {
  listMessages,
  MESSAGE_FILTERS,
  type MessageFilter,
  type MessageView,
  viewMessage,
} from './domain/views/message-list.ts';
import { EmulatorClock } from './emulator-clock.ts';
import { createFetch, parseBaseUrl } from './in-process/fetch.ts';
import { mswHandlers } from './in-process/msw.ts';
import type { FaultOptions } from './public-api/fault-options.ts';
import { checkFault, type FaultView } from './public-api/faults.ts';
import { notificationSchema, organizationSchema } from './runtime/options/accounts.ts';
import { deliverySchema, failureSchema, replySchema } from './runtime/options/by-hand.ts';
import { carrierSettingsSchema } from './runtime/options/carrier.ts';
import { checkInput } from './runtime/options/input-check.ts';
import { requireKnownNames } from './runtime/options/known-names.ts';
import type {
  CarrierChange,
  EmulatorOptions,
  ResetOptions,
  SandboxOptions,
} from './runtime/options/options.ts';
import {
  checkOptions,
  checkSandbox,
  resetSchema,
  sharedSendersSchema,
} from './runtime/options/options-check.ts';
import { readSnapshot } from './runtime/snapshot/read-snapshot.ts';
import { withVersion } from './runtime/snapshot/snapshot.ts';
import { instant } from './runtime/time/instant.ts';
import { nativePattern } from './runtime/waiting/text-pattern.ts';
import {
  type AwaitedMessage,
  WAIT_OPTIONS,
  type WaitOptions,
  waitForMessage,
} from './runtime/waiting/waiting.ts';
import {
  type AccountCredentials,
  firstAccount,
  type OrganizationCredentials,
} from './service/credentials.ts';
import { type EmulatorEvent, viewEvent } from './service/events.ts';
import { readHandsetNumber } from './service/handset-number.ts';
import { Sandboxes } from './service/sandboxes.ts';
import { Service } from './service/service.ts';

const DEFAULT_BASE_URL = 'https://api.messaging.test';

/** A complete emulated service, in memory. Create one with {@link createEmulator}. */
export class Emulator {
  /** Its time. */
  readonly clock: EmulatorClock;
  /** Handlers for MSW: `setupServer(...emulator.handlers)`, or `setupWorker` in a browser. */
  readonly handlers: EmulatorHandler[];
  /**
   * The service as a `fetch` function, for clients that take one: no interception, no network.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient({
   *   baseUrl: emulator.baseUrl,
   *   accountKey: emulator.account.apiKey,
   *   fetch: emulator.fetch,
   * });
   * await messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' });
   * ```
   */
  readonly fetch: typeof globalThis.fetch;
  /** The address that `handlers` and `fetch` serve, without a trailing slash. */
  readonly baseUrl: string;
  readonly #service: Service;
  readonly #sandboxes: Sandboxes;
  /** The identifier of the sandbox that it is; undefined when it is not one. */
  readonly #sandboxId: string | undefined;

  /** @internal */
  constructor(options: EmulatorOptions, service: Service, sandbox?: { id: string; of: Sandboxes }) {
    this.#service = service;
    this.#sandboxes = sandbox?.of ?? new Sandboxes(service);
    this.#sandboxId = sandbox?.id;
    // The key of a call selects its sandbox, as on a server. A sandbox accepts its own keys only.
    const publicApi = sandbox === undefined ? this.#sandboxes : service.publicApi;
    this.baseUrl = parseBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
    this.clock = new EmulatorClock(service);
    this.handlers = mswHandlers(publicApi, this.baseUrl);
    this.fetch = createFetch(publicApi, this.baseUrl);
  }

  /**
   * The service behind the emulator, for adapters such as the server.
   *
   * @internal
   */
  get service(): Service {
    return this.#service;
  }

  /**
   * The services of this emulator and its sandboxes, for the server.
   *
   * @internal
   */
  get sandboxes(): Sandboxes {
    return this.#sandboxes;
  }

  /** The organization that exists from the start. */
  get organization(): OrganizationCredentials {
    return this.#service.credentials().organization;
  }

  /** The accounts that exist from the start. */
  get accounts(): readonly AccountCredentials[] {
    return this.#service.credentials().accounts;
  }

  /** The first of {@link Emulator.accounts}: ready to use, with credits and sender IDs. */
  get account(): AccountCredentials {
    return firstAccount(this.accounts);
  }

  /** The pool of shared sender IDs. */
  get sharedSenders(): readonly string[] {
    return this.#service.core.state.sharedSenders;
  }

  /**
   * Returns the phone with a number.
   *
   * @throws {TypeError} The number is not a mobile number with its country code. `reply()` throws it for an empty text or
   * an unknown channel.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * emulator.handset('447700900123').reply('YES');
   * ```
   */
  handset(written: string): Handset {
    const number = readHandsetNumber(written);
    return {
      number,
      reply: (message, options = {}) => {
        const { to, channel } = checkInput('The reply is not valid', replySchema, { ...options, message });
        return this.#execute((tx) => receiveInbound(tx, { from: number, to, message, channel }));
      },
      messages: () => this.messages({ to: number }),
    };
  }

  /**
   * Lists the messages that match, oldest first; default: all of them.
   *
   * @param filter - The conditions. A message must meet all of them.
   * @throws {TypeError} `after` or `before` is not an instant.
   * @throws {Error} `since` is not a mark.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * for (const { to, state } of emulator.messages({ to: '447700900123', state: 'delivered' })) console.log(to, state);
   * ```
   */
  messages(filter: MessageFilter = {}): MessageView[] {
    requireKnownNames('messages() has no filter', filter, MESSAGE_FILTERS);
    const { after, before, limit = Number.POSITIVE_INFINITY, ...others } = filter;
    return listMessages(this.#service, {
      ...others,
      limit,
      after: after === undefined ? undefined : instant(after),
      before: before === undefined ? undefined : instant(before),
    }).messages;
  }

  /**
   * Returns the current position in the history. Pass it as `since` to list or await only later messages. EMU-16.
   *
   * @example
   * ```ts
   * const since = emulator.mark();
   * await messages.sendOne(message);
   * const { match } = await emulator.waitForMessage({ since, match: /code is (\d{6})/ });
   * ```
   */
  mark(): string {
    return this.#service.mark();
  }

  /**
   * Runs what is due now and waits until no webhook attempt is running: the same as `clock.settle()`.
   *
   * @example
   * ```ts
   * await emulator.settle();
   * console.log(emulator.webhooks().length);
   * ```
   */
  settle(): Promise<ClockMove> {
    return this.clock.settle();
  }

  /**
   * Waits for a message: the latest that matches, or the next one as soon as it is queued.
   *
   * @throws {WaitTimeoutError} No message matched in time. The error lists the latest messages.
   * @throws {Error} The emulator was closed.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { match } = await emulator.waitForMessage({ to: '447700900123', match: /code is (\d{6})/ });
   * ```
   */
  async waitForMessage(options: WaitOptions = {}): Promise<AwaitedMessage> {
    requireKnownNames('waitForMessage() has no option', options, WAIT_OPTIONS);
    const { match, since, ...others } = options;
    const { core, warn, ended } = this.#service;
    const pattern = match === undefined ? undefined : nativePattern(match);
    return waitForMessage(core, {
      ...others,
      match: pattern,
      since: since === undefined ? undefined : () => this.#service.positionOf(since),
      warn,
      signal: ended,
    });
  }

  /**
   * Marks a queued or sent message delivered, as the network would.
   *
   * @throws {Error} The message does not exist, is not queued or sent, or the code contradicts the delivery.
   * @throws {TypeError} The code is not 1 to 8 hexadecimal digits.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { state } = emulator.deliver(messageUuid);
   * console.log(state); // delivered
   * ```
   */
  deliver(messageUuid: string, receipt: ReceiptRequest = {}): MessageView {
    return this.#resolve(messageUuid, true, receipt);
  }

  /**
   * Marks a queued or sent message failed, with a receipt code; default `22`.
   *
   * @throws {Error} The message does not exist, is not queued or sent, or the code means success.
   * @throws {TypeError} The code is not 1 to 8 hexadecimal digits.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { receipt } = emulator.fail(messageUuid, '30');
   * console.log(receipt?.description);
   * ```
   */
  fail(messageUuid: string, code?: string, description?: string): MessageView {
    return this.#resolve(messageUuid, false, { code, description });
  }

  /**
   * The webhook deliveries that match, with their attempts, oldest first.
   *
   * @example
   * ```ts
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
   * await emulator.clock.advance('1h');
   * const [delivery] = emulator.webhooks({ state: 'exhausted' });
   * console.log(delivery?.kind, delivery?.attempts.length); // delivery-receipt 6
   * ```
   */
  webhooks(filter: DeliveryFilter = {}): DeliveryView[] {
    requireKnownNames('webhooks() has no filter', filter, DELIVERY_FILTERS);
    const { limit = Number.POSITIVE_INFINITY, ...others } = filter;
    return listDeliveries(this.#service, { ...others, limit }).deliveries;
  }

  /**
   * Makes one more attempt at a webhook now, even if it is pending. With changes, another delivery with these is sent instead.
   *
   * @throws {Error} The delivery does not exist, or a change is invalid.
   *
   * @example
   * ```ts
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
   * for (const { id } of emulator.webhooks({ state: 'pending' })) emulator.resendWebhook(id);
   * ```
   */
  resendWebhook(deliveryId: string, changes: WebhookChanges = {}): DeliveryView {
    requireKnownNames('resendWebhook() has no change', changes, ['url', 'payload']);
    return this.#execute((tx) => viewDelivery(resendByHand(tx, deliveryId, changes)));
  }

  /**
   * Creates an organization, which the public API cannot; default with the credit system and without a limit.
   *
   * @throws {TypeError} An option is invalid.
   *
   * @example
   * ```ts
   * const { identifier, apiKey } = emulator.createOrganization({ name: 'Surgery', credits: 5000 });
   * console.log(identifier, apiKey);
   * ```
   */
  createOrganization(
    options: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'> = {},
  ): OrganizationCredentials {
    const seed = checkInput('The organization is not valid', organizationSchema, options);
    const { uuid: identifier, apiKey } = this.#execute((tx) => openOrganization(tx, seed));
    return { identifier, apiKey };
  }

  /**
   * Adds a custom sender ID to an account.
   *
   * @throws {TypeError} The sender ID is invalid.
   * @throws {Error} The account does not exist, or the sender ID is in the shared pool or owned by another account.
   *
   * @example
   * ```ts
   * emulator.registerSender(emulator.account.identifier, 'SHOP');
   * ```
   */
  registerSender(accountUuid: string, sender: string): void {
    const checked = checkInput('The sender ID is not valid', senderIdSchema, sender);
    this.#execute((tx) => registerSender(tx, requireActiveAccount(tx.state, accountUuid), checked));
  }

  /**
   * Replaces the pool of shared sender IDs. Locks do not change.
   *
   * @throws {TypeError} A sender ID is invalid.
   * @throws {Error} An account owns one of the sender IDs.
   *
   * @example
   * ```ts
   * emulator.setSharedSenders(['447700900980', '447700900981']);
   * ```
   */
  setSharedSenders(senders: readonly string[]): void {
    const checked = checkInput('The pool of shared sender IDs is not valid', sharedSendersSchema, senders);
    this.#execute((tx) => replaceSharedSenders(tx, checked));
  }

  /**
   * Creates a credit notification and returns its UUID. See NTF-6.
   *
   * @throws {TypeError} The notification is invalid.
   * @throws {Error} The account does not exist.
   *
   * @example
   * ```ts
   * const uuid = emulator.createNotification(emulator.account.identifier, {
   *   url: 'http://127.0.0.1:4020/credits',
   *   threshold_type: 'paid_fixed_number',
   *   threshold_value: 100,
   * });
   * console.log(uuid);
   * ```
   */
  createNotification(accountUuid: string, notification: NotificationOptions): string {
    const checked = checkInput('The notification is not valid', notificationSchema, notification);
    return this.#execute((tx) =>
      createNotification(tx, requireActiveAccount(tx.state, accountUuid), checked),
    );
  }

  /**
   * Sets what happens to numbers that no rule decides, and, where `rules` is given, the rules. `after` applies to all
   * numbers without a rule; `outcome` and `code` do not apply to test numbers that have an outcome of their own, such as
   * `447700900123`, which is delivered. Rules override those, too. EMU-1.
   *
   * @throws {TypeError} A setting is invalid.
   *
   * @example
   * ```ts
   * emulator.setCarrier({ after: '3s', rules: [{ to: '447700900200', outcome: 'fail', code: '22' }] });
   * ```
   */
  setCarrier(settings: CarrierChange): void {
    this.#service.setCarrier(
      checkInput('The settings of the carrier are not valid', carrierSettingsSchema, settings),
    );
  }

  /**
   * Makes the next matching calls of the public API fail. EMU-6.
   *
   * @throws {TypeError} The fault has no effect, or can match no call.
   *
   * @example
   * ```ts
   * const fault = emulator.addFault({ operation: 'messages.send', status: 503, times: 2 });
   * await messages.sendOne(message);
   * console.log(fault.hits()); // 2
   * ```
   */
  addFault(options: FaultOptions): FaultHandle {
    const { faults } = this.#service.publicApi;
    const fault = faults.add(checkFault(options));
    return { id: fault.id, hits: () => fault.hits, remove: () => faults.remove(fault) };
  }

  /**
   * Lists the faults with their hits, including those that are used up.
   *
   * @example
   * ```ts
   * const unused = emulator.faults().filter(({ hits }) => hits === 0);
   * console.log(unused.length);
   * ```
   */
  faults(): FaultView[] {
    return this.#service.publicApi.faults.list();
  }

  /**
   * Removes all faults.
   *
   * @example
   * ```ts
   * emulator.clearFaults();
   * ```
   */
  clearFaults(): void {
    this.#service.publicApi.faults.clear();
  }

  /**
   * The latest facts, oldest first.
   *
   * @example
   * ```ts
   * for (const { at, fact } of emulator.journal()) console.log(at, fact.type);
   * ```
   */
  journal(): readonly JournalEntry[] {
    return this.#service.core.journal.entries();
  }

  /**
   * Returns the complete state, as JSON.
   *
   * @example
   * ```ts
   * const snapshot = emulator.snapshot();
   * await emulator.clock.advance('1d');
   * emulator.restore(snapshot);
   * ```
   */
  snapshot(): Snapshot {
    return structuredClone(withVersion(this.#service.capture()));
  }

  /**
   * Continues from a snapshot: the same calls then have the same responses and effects.
   *
   * @throws {TypeError} The snapshot is of another version, or contradicts itself. Nothing changes.
   *
   * @example
   * ```ts
   * const snapshot = emulator.snapshot();
   * await messages.sendOne(message);
   * emulator.restore(snapshot);
   * console.log(emulator.messages().length); // 0
   * ```
   */
  restore(snapshot: Snapshot): void {
    this.#service.adopt(readSnapshot(snapshot));
  }

  /**
   * Returns to the initial configuration: state, clock, carrier and faults. The keys stay the same. Identifiers
   * that are generated afterwards are new, or, with `{ ids: 'repeat' }`, the same as after the start. EMU-8.
   *
   * @throws {TypeError} `ids` is neither `fresh` nor `repeat`.
   *
   * @example
   * ```ts
   * emulator.reset({ ids: 'repeat' });
   * console.log(emulator.messages().length); // 0
   * ```
   */
  reset(options: ResetOptions = {}): void {
    this.#service.reset(checkInput('The options of the reset are not valid', resetSchema, options));
  }

  /**
   * Creates a service beside this one, with its own state, clock, seed and keys. Without a `seed`, it generates other
   * identifiers than this one. `handlers` and `fetch` of the result serve it. EMU-5.
   *
   * @throws {TypeError} An option is invalid.
   *
   * @example
   * ```ts
   * const sandbox = emulator.sandbox({ seed: 7 });
   * await sandbox.clock.advance('1d');
   * console.log(sandbox.clock.now() > emulator.clock.now()); // true
   * ```
   */
  sandbox(options: SandboxOptions = {}): Emulator {
    const { name, ...others } = checkSandbox(options);
    const { id, service } = this.#sandboxes.create({ baseUrl: this.baseUrl, ...others }, name);
    return new Emulator(service.options, service, { id, of: this.#sandboxes });
  }

  /**
   * Streams the events from now on: every fact, and every movement of the clock. EMU-11.
   *
   * @example
   * ```ts
   * const events = emulator.events();
   * await messages.sendOne(message);
   * for await (const { event, data } of events) {
   *   console.log(event, data);
   *   break;
   * }
   * ```
   */
  events(): AsyncIterableIterator<EmulatorEvent> {
    return this.#service.events(viewEvent(this.#service.core));
  }

  /**
   * Ends running webhook attempts, waits for messages, event streams and the sandboxes. After that, nothing happens
   * automatically.
   *
   * @example
   * ```ts
   * emulator.close();
   * ```
   */
  close(): void {
    if (this.#sandboxId === undefined) this.#sandboxes.close();
    else if (this.#sandboxes.has(this.#sandboxId)) this.#sandboxes.delete(this.#sandboxId);
    this.#service.close();
  }

  #resolve(messageUuid: string, delivered: boolean, receipt: ReceiptRequest): MessageView {
    const schema = delivered ? deliverySchema : failureSchema;
    const checked = checkInput('The receipt is not valid', schema, receipt);
    return this.#execute((tx) => viewMessage(resolveByHand(tx, messageUuid, delivered, checked)));
  }

  #execute<T>(useCase: (tx: Transaction) => T): T {
    return this.#service.execute(useCase);
  }
}

/**
 * Creates a complete emulated service, in memory, with one organization and one account ready to use.
 *
 * @param options - Everything has a default.
 * @throws {TypeError} An option is invalid. The message names each of them.
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
  const checked = checkOptions(options);
  return new Emulator(checked, new Service(checked));
}
