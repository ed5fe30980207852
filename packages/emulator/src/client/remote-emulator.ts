import type { EmulatorControls, Remote } from '../api.ts';
import type { WebhookChanges } from '../domain/use-cases/resend-by-hand.ts';
import type { DeliveryFilter, DeliveryView } from '../domain/views/delivery-list.ts';
import type { MessageFilter, MessageView } from '../domain/views/message-list.ts';
import type { FaultOptions } from '../http/public/fault-options.ts';
import type { FaultView } from '../http/public/faults.ts';
import type {
  CarrierChange,
  NotificationOptions,
  OrganizationOptions,
  ResetOptions,
  SandboxOptions,
} from '../runtime/options/options.ts';
import type { Snapshot } from '../runtime/snapshot/snapshot.ts';
import type { AwaitedMessage } from '../runtime/waiting/waiting.ts';
import type { AccountCredentials, Credentials, OrganizationCredentials } from '../service/credentials.ts';
import { controlPath } from './address.ts';
import type { ControlCalls } from './control-calls.ts';
import { type EventsOptions, RemoteEvents } from './event-stream.ts';
import { requireJson } from './json-options.ts';
import { readPages } from './pages.ts';
import { RemoteClock } from './remote-clock.ts';
import { listFaults, RemoteFault } from './remote-fault.ts';
import { RemoteHandset } from './remote-handset.ts';
import { type RemoteWaitOptions, waitRemotely } from './remote-wait.ts';
import { downloadSnapshot } from './snapshot-download.ts';
import { snapshotBlob } from './snapshot-upload.ts';

/** A service behind a URL. */
export interface ConnectedService extends Credentials {
  readonly mode: RemoteClock['mode'];
  /** The identifier of the sandbox; undefined for the default service. */
  readonly sandbox: string | undefined;
}

/** An emulator behind a URL, with the controls of an in-process one. Get one with {@link connectEmulator}. EMU-18. */
export class RemoteEmulator implements Remote<EmulatorControls> {
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
    const [first] = this.accounts;
    if (first === undefined) throw new Error('This emulator has no accounts from the start.');
    return first;
  }

  /** The pool of shared sender IDs, as this client last saw it. */
  get sharedSenders(): readonly string[] {
    return this.#credentials.sharedSenders;
  }

  /** Runs what is due now and waits until no webhook attempt is in flight. */
  settle() {
    return this.clock.settle();
  }

  /**
   * Returns the phone with a number.
   *
   * @throws TypeError when it is not a mobile number with its country code.
   */
  handset(number: string): RemoteHandset {
    return new RemoteHandset(this.#calls, number);
  }

  /** Lists the messages that match, oldest first; default: all of them. */
  messages(filter: MessageFilter = {}): Promise<MessageView[]> {
    return readPages(this.#calls, 'GET /messages', 'messages', { ...filter });
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
  waitForMessage(options: RemoteWaitOptions = {}): Promise<AwaitedMessage> {
    return waitRemotely(this.#calls, options);
  }

  /** Returns the current position in the history, for `since`. */
  async mark(): Promise<string> {
    const { mark } = await this.#calls.call<{ mark: string }>('GET /mark');
    return mark;
  }

  /** Marks a queued or sent message delivered, as the network would. */
  deliver(
    messageUuid: string,
    receipt: { code?: string | undefined; description?: string | undefined } = {},
  ): Promise<MessageView> {
    return this.#calls.call(`POST /messages/${encodeURIComponent(messageUuid)}/deliver`, { json: receipt });
  }

  /** Marks a queued or sent message failed, with a receipt code; default `22`. */
  fail(messageUuid: string, code?: string, description?: string): Promise<MessageView> {
    const json = { code, description };
    return this.#calls.call(`POST /messages/${encodeURIComponent(messageUuid)}/fail`, { json });
  }

  /** Lists the webhook deliveries that match, with their attempts, oldest first; default: all of them. */
  webhooks(filter: DeliveryFilter = {}): Promise<DeliveryView[]> {
    return readPages(this.#calls, 'GET /webhooks', 'deliveries', { ...filter });
  }

  /** Makes one more attempt at a webhook now, even if it is pending. With changes, another delivery with these is sent instead. */
  resendWebhook(deliveryId: string, changes: WebhookChanges = {}): Promise<DeliveryView> {
    return this.#calls.call(`POST /webhooks/${encodeURIComponent(deliveryId)}/resend`, { json: changes });
  }

  /** Makes the next matching calls of the public API fail. */
  async addFault(options: FaultOptions): Promise<RemoteFault> {
    const { id } = await this.#calls.call<{ id: string }>('POST /faults', { json: options });
    return new RemoteFault(this.#calls, id);
  }

  /** Lists the faults that were added, used up ones included. */
  faults(): Promise<FaultView[]> {
    return listFaults(this.#calls);
  }

  /** Removes all faults. */
  async clearFaults(): Promise<void> {
    await this.#calls.call('DELETE /faults');
  }

  /** Sets the carrier's default, and its rules where `rules` is given. */
  async setCarrier(settings: CarrierChange): Promise<void> {
    await this.#calls.call('PUT /carrier', { json: settings });
  }

  /** Adds a custom sender ID to an account. */
  async registerSender(accountUuid: string, sender: string): Promise<void> {
    await this.#calls.call(`POST /accounts/${encodeURIComponent(accountUuid)}/senders`, { json: { sender } });
    await this.#refresh();
  }

  /** Replaces the pool of shared sender IDs. */
  async setSharedSenders(senders: readonly string[]): Promise<void> {
    await this.#calls.call('PUT /shared-senders', { json: { senders } });
    await this.#refresh();
  }

  /** Creates an organization, which the public API cannot. */
  createOrganization(
    options: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'> = {},
  ): Promise<OrganizationCredentials> {
    return this.#calls.call('POST /organizations', { json: options });
  }

  /** Creates a credit notification and returns its UUID. */
  async createNotification(accountUuid: string, notification: NotificationOptions): Promise<string> {
    const path = `/accounts/${encodeURIComponent(accountUuid)}/notifications`;
    const body = await this.#calls.call<{ notification_uuid: string }>(`POST ${path}`, {
      json: notification,
    });
    return body.notification_uuid;
  }

  /** Returns everything that decides the future, as JSON. */
  async snapshot(): Promise<Snapshot> {
    return downloadSnapshot(await this.#calls.open('GET /snapshot'));
  }

  /** Continues from a snapshot. */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#calls.call('PUT /snapshot', { body: snapshotBlob(snapshot) });
    await this.#refresh();
  }

  /** Returns to the configuration of the start, with the same keys. */
  async reset(options: ResetOptions = {}): Promise<void> {
    await this.#calls.call('POST /reset', { json: options });
    await this.#refresh();
  }

  /**
   * Creates a service on the same server, with its own state, clock and seed. Its `close()` deletes it.
   *
   * @param options - Those of `createEmulator()` that can be written as JSON, and a name.
   * @throws TypeError when an option is a function.
   */
  async sandbox(options: SandboxOptions = {}): Promise<RemoteEmulator> {
    requireJson(options);
    const root = this.#calls.at(controlPath(undefined));
    const { id, ...found } = await root.call<ConnectedService & { id: string }>('POST /sandboxes', {
      json: options,
    });
    return new RemoteEmulator(this.#calls.at(controlPath(id)), { ...found, sandbox: id }, true);
  }

  /** Streams the events from now on. Ends when the reader stops, when `signal` is aborted, or when it did not keep up. */
  events(options: EventsOptions = {}): RemoteEvents {
    return new RemoteEvents(this.#calls, options);
  }

  /** Ends the waits and streams of this client. Deletes the sandbox, if this client created it with `sandbox()`. */
  async close(): Promise<void> {
    this.#calls.close();
    if (!this.#ownsSandbox) return;
    const root = this.#calls.at(controlPath(undefined));
    const sandboxes = await root.call<{ sandboxes: readonly { id: string }[] }>('GET /sandboxes');
    if (sandboxes.sandboxes.some(({ id }) => id === this.sandboxId))
      await root.call(`DELETE /sandboxes/${this.sandboxId}`);
  }

  async #refresh(): Promise<void> {
    this.#credentials = await this.#calls.call<Credentials>('GET /credentials');
  }
}
