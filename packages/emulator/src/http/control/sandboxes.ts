import { Rejection } from '../../domain/state/rejection.ts';
import type { EmulatorOptions } from '../../runtime/options/options.ts';
import { Host, type KeyClaim } from '../host.ts';
import { keyOf } from '../wire/decode.ts';

/** A sandbox, and what ends the reading of its facts. */
interface Sandbox {
  readonly host: Host;
  readonly stopListening: () => void;
}

/** The account or the organization that a key was issued to. */
interface Holder {
  readonly host: Host;
  readonly uuid: string;
}

/**
 * The services of one server: the default one, and any number of sandboxes, each with its own state, clock, seed and
 * pool. Public calls find their sandbox by their API key, so that test shards share a process and nothing else.
 */
export class Sandboxes {
  /** The service that paths without `/sandboxes/{id}` mean. */
  readonly main: Host;
  readonly #hosts = new Map<string, Sandbox>();
  /** Who holds which key in the sandboxes. An entry can be out of date, so each is checked when it is used. */
  readonly #holders = new Map<string, Holder>();
  #created = 0;

  constructor(main: Host) {
    this.main = main;
    main.claimKeys = (keys) => this.#claim(keys, main);
  }

  /** Makes a sandbox. Keys it is given must be nobody else's: calls with them would go to another service. */
  create(options: EmulatorOptions): { readonly id: string; readonly host: Host } {
    for (const { apiKey } of [options.organization ?? {}, ...(options.accounts ?? [])]) {
      if (apiKey !== undefined) this.#requireFree(apiKey, undefined);
    }
    const id = `sandbox-${++this.#created}`;
    const host = new Host(options, this.#created);
    host.claimKeys = (keys) => this.#claim(keys, host);
    const { organizations, accounts } = host.service.core.state;
    for (const { apiKey, uuid } of [...organizations.values(), ...accounts.values()])
      this.#holders.set(apiKey, { host, uuid });
    const stopListening = host.service.core.journal.listen(({ fact }) => {
      if (fact.type === 'organization-created')
        this.#holders.set(fact.apiKey, { host, uuid: fact.organizationUuid });
      if (fact.type === 'account-created') this.#holders.set(fact.apiKey, { host, uuid: fact.accountUuid });
    });
    this.#hosts.set(id, { host, stopListening });
    return { id, host };
  }

  /** How many sandboxes there are. */
  get size(): number {
    return this.#hosts.size;
  }

  /** The sandboxes with their identifiers, oldest first. */
  list(): (readonly [id: string, host: Host])[] {
    return [...this.#hosts].map(([id, { host }]) => [id, host]);
  }

  /** The sandbox with an identifier. */
  get(id: string): Host {
    return this.#get(id).host;
  }

  /** Ends a sandbox: nothing of it happens any more, and its keys are unknown. */
  delete(id: string): void {
    const { host, stopListening } = this.#get(id);
    stopListening();
    host.service.close();
    this.#hosts.delete(id);
    for (const [key, holder] of this.#holders) if (holder.host === host) this.#holders.delete(key);
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const id of this.#hosts.keys()) this.delete(id);
  }

  /** The service that a public call is for, by the key in its URL; the default one answers for unknown keys. */
  hostOf(url: string): Host {
    if (this.#hosts.size === 0) return this.main;
    const key = keyOf(url);
    return (key === undefined ? undefined : this.#holderOf(key)) ?? this.main;
  }

  /** Takes note of keys that a service is about to have by a snapshot, unless another service has one of them. */
  #claim(keys: readonly KeyClaim[], host: Host): void {
    for (const { apiKey } of keys) this.#requireFree(apiKey, host);
    for (const { apiKey, uuid } of keys) this.#holders.set(apiKey, { host, uuid });
  }

  #requireFree(key: string, except: Host | undefined): void {
    const holder = this.#holderOf(key);
    if (holder === undefined || holder === except) return;
    throw new Rejection(
      'conflict',
      'One of the API keys is in use by another service of this server; delete that sandbox first.',
    );
  }

  /** A deactivated account keeps its key: calls with it are refused by the sandbox they were made for. */
  #holderOf(key: string): Host | undefined {
    if (this.main.service.core.state.principals.has(key)) return this.main;
    const holder = this.#holders.get(key);
    if (holder === undefined) return undefined;
    const { accounts, organizations } = holder.host.service.core.state;
    const owner = accounts.get(holder.uuid) ?? organizations.get(holder.uuid);
    if (owner?.apiKey === key) return holder.host;
    this.#holders.delete(key);
    return undefined;
  }

  #get(id: string): Sandbox {
    const sandbox = this.#hosts.get(id);
    if (sandbox === undefined) throw new Rejection('not_found', `There is no sandbox ${id}.`);
    return sandbox;
  }
}
