import type { Channel, InboundMessage } from '@messaging-service/contract';
import type { ClockMove, Snapshot } from '../api.ts';
import type { NotificationOptions } from '../domain/use-cases/notifications.ts';
import type { OrganizationOptions } from '../domain/use-cases/organizations.ts';
import type { WebhookChanges } from '../domain/use-cases/resend-by-hand.ts';
import type { DeliveryFilter, DeliveryView } from '../domain/views/delivery-list.ts';
import type { MessageFilter, MessageView } from '../domain/views/message-list.ts';
import type { FaultOptions } from '../public-api/fault-options.ts';
import type { FaultView } from '../public-api/faults.ts';
import type { CarrierChange, ResetOptions, SandboxOptions } from '../runtime/options/options.ts';
import type { AwaitedMessage } from '../runtime/waiting/waiting.ts';
import {
  type AccountCredentials,
  type Credentials,
  firstAccount,
  type OrganizationCredentials,
} from '../service/credentials.ts';
import { readHandsetNumber } from '../service/handset-number.ts';
import { controlPath } from './address.ts';
import type { ControlCalls } from './control-calls.ts';
import { type EventsOptions, type RemoteEvents, remoteEvents } from './event-stream.ts';
import { readPages } from './pages.ts';
import { RemoteClock } from './remote-clock.ts';
import { type RemoteWaitOptions, waitRemotely } from './remote-wait.ts';

/** A simulated phone of an emulator behind a URL. EMU-12. */
export interface RemoteHandset {
  /** Its number. */
  readonly number: string;
  /**
   * Writes to the sender ID of the latest message that the phone got, or to the sender ID in `to`. Returns the payload of
   * the inbound webhook.
   *
   * @throws {EmulatorError} The phone has not received a message and `to` is missing, or the emulator cannot be reached.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { message_uuid } = await emulator.handset('447700900123').reply('YES');
   * console.log(message_uuid);
   * ```
   */
  reply(
    message: string,
    options?: { to?: string | undefined; channel?: Channel | undefined },
  ): Promise<InboundMessage>;
  /**
   * Lists the messages sent to it, oldest first.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * console.log((await emulator.handset('447700900123').messages()).length); // 1
   * ```
   */
  messages(): Promise<MessageView[]>;
}

/** A fault that was added over the network. EMU-6. */
export interface RemoteFault {
  /** Its identifier. */
  readonly id: string;
  /**
   * Counts the calls that it has affected so far.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * console.log(await fault.hits()); // 0
   * ```
   */
  hits(): Promise<number>;
  /**
   * Removes it. Removing it twice has no effect.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * await fault.remove();
   * console.log((await emulator.faults()).length); // 0
   * ```
   */
  remove(): Promise<void>;
}

/** A service behind a URL. */
export interface ConnectedService extends Credentials {
  readonly mode: RemoteClock['mode'];
  /** The identifier of the sandbox; undefined for the default service. */
  readonly sandbox: string | undefined;
}

/** An emulator behind a URL, with the controls of an in-process one. Get one with {@link connectEmulator}. EMU-18. */
export class RemoteEmulator {
  /** Its time. */
  readonly clock: RemoteClock;
  /** The base URL for clients of the public API, without a trailing slash. */
  readonly baseUrl: string;
  /** The identifier of the sandbox; undefined for the default service of the server. */
  readonly sandboxId: string | undefined;
  readonly #calls: ControlCalls;
  readonly #ownsSandbox: boolean;
  #credentials: Credentials;

  /** @internal */
  constructor(calls: ControlCalls, service: ConnectedService, ownsSandbox = false) {
    this.#calls = calls;
    this.#credentials = service;
    this.#ownsSandbox = ownsSandbox;
    this.baseUrl = calls.baseUrl;
    this.sandboxId = service.sandbox;
    this.clock = new RemoteClock(calls, service.mode);
  }

  /** The organization that exists from the start. */
  get organization(): OrganizationCredentials {
    return this.#credentials.organization;
  }

  /** The accounts that exist from the start. */
  get accounts(): readonly AccountCredentials[] {
    return this.#credentials.accounts;
  }

  /** The first of {@link RemoteEmulator.accounts}. */
  get account(): AccountCredentials {
    return firstAccount(this.accounts);
  }

  /** The pool of shared sender IDs, as this client last saw it. */
  get sharedSenders(): readonly string[] {
    return this.#credentials.sharedSenders;
  }

  /**
   * Runs what is due now and waits until no webhook attempt is running.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.settle();
   * console.log((await emulator.webhooks()).length);
   * ```
   */
  settle(): Promise<ClockMove> {
    return this.clock.settle();
  }

  /**
   * Returns the phone with a number.
   *
   * @throws {TypeError} The number is not a mobile number with its country code.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * await emulator.handset('447700900123').reply('YES');
   * ```
   */
  handset(written: string): RemoteHandset {
    const number = readHandsetNumber(written);
    return {
      number,
      reply: (message, options = {}) =>
        this.#calls.call('POST /inbound', { json: { ...options, from: number, message } }),
      messages: () => this.messages({ to: number }),
    };
  }

  /**
   * Lists the messages that match, oldest first; default: all messages.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const delivered = await emulator.messages({ to: '447700900123', state: 'delivered' });
   * console.log(delivered.length);
   * ```
   */
  messages(filter: MessageFilter = {}): Promise<MessageView[]> {
    return readPages(this.#calls, 'messages', 'messages', { ...filter });
  }

  /**
   * Waits for a message: the latest that matches, or the next one as soon as it is queued.
   *
   * @throws {WaitTimeoutError} No message matched in time. The error lists the latest messages.
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { match } = await emulator.waitForMessage({ to: '447700900123', match: /code is (\d{6})/ });
   * ```
   */
  waitForMessage(options: RemoteWaitOptions = {}): Promise<AwaitedMessage> {
    return waitRemotely(this.#calls, options);
  }

  /**
   * Returns the current position in the history, for `since`.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const since = await emulator.mark();
   * await messages.sendOne(message);
   * console.log((await emulator.messages({ since })).length); // 1
   * ```
   */
  async mark(): Promise<string> {
    const { mark } = await this.#calls.call<{ mark: string }>('GET /mark');
    return mark;
  }

  /**
   * Marks a queued or sent message delivered, as the network would.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { state } = await emulator.deliver(messageUuid);
   * console.log(state); // delivered
   * ```
   */
  deliver(
    messageUuid: string,
    receipt: { code?: string | undefined; description?: string | undefined } = {},
  ): Promise<MessageView> {
    return this.#calls.call(`POST /messages/${encodeURIComponent(messageUuid)}/deliver`, { json: receipt });
  }

  /**
   * Marks a queued or sent message failed, with a receipt code; default `22`.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { receipt } = await emulator.fail(messageUuid, '30');
   * console.log(receipt?.description);
   * ```
   */
  fail(messageUuid: string, code?: string, description?: string): Promise<MessageView> {
    const json = { code, description };
    return this.#calls.call(`POST /messages/${encodeURIComponent(messageUuid)}/fail`, { json });
  }

  /**
   * Lists the webhook deliveries that match, with their attempts, oldest first; default: all of them.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const exhausted = await emulator.webhooks({ state: 'exhausted' });
   * console.log(exhausted.length);
   * ```
   */
  webhooks(filter: DeliveryFilter = {}): Promise<DeliveryView[]> {
    return readPages(this.#calls, 'webhooks', 'deliveries', { ...filter });
  }

  /**
   * Makes one more attempt at a webhook now, even if it is pending. With changes, another delivery with these is sent instead.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
   * for (const { id } of await emulator.webhooks({ state: 'pending' })) await emulator.resendWebhook(id);
   * ```
   */
  resendWebhook(deliveryId: string, changes: WebhookChanges = {}): Promise<DeliveryView> {
    return this.#calls.call(`POST /webhooks/${encodeURIComponent(deliveryId)}/resend`, { json: changes });
  }

  /**
   * Makes the next matching calls of the public API fail.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'messages.send', status: 503, times: 2 });
   * await messages.sendOne(message);
   * console.log(await fault.hits()); // 2
   * ```
   */
  async addFault(options: FaultOptions): Promise<RemoteFault> {
    const { id } = await this.#calls.call<{ id: string }>('POST /faults', { json: options });
    let lastHits = 0;
    const hits = async () => {
      // A fault that was removed keeps the number that it had before.
      lastHits = (await this.faults()).find((fault) => fault.id === id)?.hits ?? lastHits;
      return lastHits;
    };
    const remove = async () => {
      await hits();
      await this.#calls.delete(`/faults/${id}`);
    };
    return { id, hits, remove };
  }

  /**
   * Lists the faults that were added, including those that are used up.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const unused = (await emulator.faults()).filter(({ hits }) => hits === 0);
   * console.log(unused.length);
   * ```
   */
  async faults(): Promise<FaultView[]> {
    const { faults } = await this.#calls.call<{ faults: FaultView[] }>('GET /faults');
    return faults;
  }

  /**
   * Removes all faults.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.clearFaults();
   * ```
   */
  async clearFaults(): Promise<void> {
    await this.#calls.call('DELETE /faults');
  }

  /**
   * Sets the carrier's default, and its rules where `rules` is given.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.setCarrier({ after: '3s', rules: [{ to: '447700900200', outcome: 'fail', code: '22' }] });
   * ```
   */
  async setCarrier(settings: CarrierChange): Promise<void> {
    await this.#calls.call('PUT /carrier', { json: settings });
  }

  /**
   * Adds a custom sender ID to an account.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.registerSender(emulator.account.identifier, 'SHOP');
   * ```
   */
  async registerSender(accountUuid: string, sender: string): Promise<void> {
    await this.#calls.call(`POST /accounts/${encodeURIComponent(accountUuid)}/senders`, { json: { sender } });
    await this.#refresh();
  }

  /**
   * Replaces the pool of shared sender IDs.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.setSharedSenders(['447700900980', '447700900981']);
   * ```
   */
  async setSharedSenders(senders: readonly string[]): Promise<void> {
    await this.#calls.call('PUT /shared-senders', { json: { senders } });
    await this.#refresh();
  }

  /**
   * Creates an organization, which the public API cannot.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const { identifier, apiKey } = await emulator.createOrganization({ name: 'Surgery', credits: 5000 });
   * console.log(identifier, apiKey);
   * ```
   */
  createOrganization(
    options: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'> = {},
  ): Promise<OrganizationCredentials> {
    return this.#calls.call('POST /organizations', { json: options });
  }

  /**
   * Creates a credit notification and returns its UUID.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const uuid = await emulator.createNotification(emulator.account.identifier, {
   *   url: 'http://127.0.0.1:4020/credits',
   *   threshold_type: 'paid_fixed_number',
   *   threshold_value: 100,
   * });
   * console.log(uuid);
   * ```
   */
  async createNotification(accountUuid: string, notification: NotificationOptions): Promise<string> {
    const path = `/accounts/${encodeURIComponent(accountUuid)}/notifications`;
    const body = await this.#calls.call<{ notification_uuid: string }>(`POST ${path}`, {
      json: notification,
    });
    return body.notification_uuid;
  }

  /**
   * Returns the complete state, as JSON.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const snapshot = await emulator.snapshot();
   * await emulator.clock.advance('1d');
   * await emulator.restore(snapshot);
   * ```
   */
  async snapshot(): Promise<Snapshot> {
    return this.#calls.call('GET /snapshot');
  }

  /**
   * Continues from a snapshot.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const snapshot = await emulator.snapshot();
   * await messages.sendOne(message);
   * await emulator.restore(snapshot);
   * console.log((await emulator.messages()).length); // 0
   * ```
   */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#calls.call('PUT /snapshot', { json: snapshot });
    await this.#refresh();
  }

  /**
   * Returns to the initial configuration, with the same keys.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.reset({ ids: 'repeat' });
   * console.log((await emulator.messages()).length); // 0
   * ```
   */
  async reset(options: ResetOptions = {}): Promise<void> {
    await this.#calls.call('POST /reset', { json: options });
    await this.#refresh();
  }

  /**
   * Creates a service on the same server, with its own state, clock and seed. Its `close()` deletes it.
   *
   * @param options - Those of `createEmulator()` that can be written as JSON, and a name.
   * @throws {TypeError} An option is a function.
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const sandbox = await emulator.sandbox({ name: 'checkout' });
   * console.log(sandbox.account.apiKey);
   * await sandbox.close();
   * ```
   */
  async sandbox(options: SandboxOptions = {}): Promise<RemoteEmulator> {
    requireJson(options);
    const root = this.#calls.at(controlPath(undefined));
    const { id, ...found } = await root.call<ConnectedService & { id: string }>('POST /sandboxes', {
      json: options,
    });
    return new RemoteEmulator(this.#calls.at(controlPath(id)), { ...found, sandbox: id }, true);
  }

  /**
   * Streams the events from now on. Ends when the reader stops, when `signal` is aborted, or when it did not keep up.
   *
   * @example
   * ```ts
   * const events = emulator.events();
   * await emulator.clock.advance('1m');
   * for await (const { event, data } of events) {
   *   console.log(event, data);
   *   break;
   * }
   * ```
   */
  events(options: EventsOptions = {}): RemoteEvents {
    return remoteEvents(this.#calls, options);
  }

  /**
   * Ends the waits and streams of this client. Deletes the sandbox, if this client created it with `sandbox()`.
   *
   * @example
   * ```ts
   * import { connectEmulator } from '@messaging-service/emulator/client';
   *
   * const emulator = await connectEmulator({ url });
   * try {
   *   console.log((await emulator.messages()).length);
   * } finally {
   *   await emulator.close();
   * }
   * ```
   */
  async close(): Promise<void> {
    this.#calls.close();
    if (this.#ownsSandbox)
      await this.#calls.at(controlPath(undefined)).delete(`/sandboxes/${this.sandboxId}`);
  }

  async #refresh(): Promise<void> {
    this.#credentials = await this.#calls.call<Credentials>('GET /credentials');
  }
}

/**
 * Requires that options can be sent as JSON.
 *
 * @throws TypeError when one of them is a function, which only works in the process of the emulator.
 */
function requireJson(options: object, path = ''): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (typeof value === 'function')
      throw new TypeError(
        `${path}${name} is a function, which cannot be sent to a server. Use createEmulator() in this process instead.`,
      );
    if (typeof value === 'object' && value !== null) requireJson(value, `${path}${name}.`);
  }
}
