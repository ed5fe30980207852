import { Rejection } from '../domain/state/rejection.ts';
import { keyOf } from '../http/decode.ts';
import type { HttpRequest } from '../http/message.ts';
import type { CallHandler, Reply } from '../public-api/public-api.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { type KeyClaim, Service } from './service.ts';

/** A service with its names. */
export interface NamedService {
  readonly id: string;
  /** For users and logs; default: the identifier. */
  readonly name: string;
  readonly service: Service;
}

/** A sandbox, and the function that ends the reading of its facts. */
interface Sandbox extends NamedService {
  readonly stopListening: () => void;
}

/** The account or the organization that a key was issued to. */
interface Holder {
  readonly service: Service;
  readonly uuid: string;
}

/** An observer of the services of a server. */
export interface Watcher {
  /** A service begins; its identifier is undefined for the default one. */
  begin(service: Service, id: string | undefined, name?: string): void;
  /** A service ends. */
  end(service: Service): void;
}

/**
 * The services of one server: the default one, and any number of sandboxes, each with its own state, clock, seed and
 * pool. The API key of a public call selects its sandbox, so that test shards share only the process.
 */
export class Sandboxes implements CallHandler {
  /** The service that paths without `/sandboxes/{id}` mean. */
  readonly main: Service;
  readonly #sandboxes = new Map<string, Sandbox>();
  /** The owners of the keys of the sandboxes. An entry can be out of date, so each is checked when it is used. */
  readonly #holders = new Map<string, Holder>();
  /** The number of the latest sandbox, which may have been deleted. Its successor has the next one. */
  latestNumber = 0;
  readonly #watchers: Watcher[] = [];

  constructor(main: Service) {
    this.main = main;
    main.claimKeys = (keys) => this.#claim(keys, main);
  }

  /** Creates a sandbox. Its keys must be unique, because a call finds its service by the key. */
  create(options: EmulatorOptions, name?: string): NamedService {
    for (const { apiKey } of [options.organization ?? {}, ...(options.accounts ?? [])]) {
      if (apiKey !== undefined) this.#requireFree(apiKey, undefined);
    }
    const id = `sandbox-${++this.latestNumber}`;
    const service = new Service(options, this.latestNumber);
    service.claimKeys = (keys) => this.#claim(keys, service);
    const { organizations, accounts } = service.core.state;
    for (const { apiKey, uuid } of [...organizations.values(), ...accounts.values()])
      this.#holders.set(apiKey, { service, uuid });
    for (const watcher of this.#watchers) watcher.begin(service, id, name ?? id);
    const stopListening = service.core.journal.listen(({ fact }) => {
      if (fact.type === 'organization-created')
        this.#holders.set(fact.apiKey, { service, uuid: fact.organizationUuid });
      if (fact.type === 'account-created')
        this.#holders.set(fact.apiKey, { service, uuid: fact.accountUuid });
    });
    const sandbox = { id, name: name ?? id, service, stopListening };
    this.#sandboxes.set(id, sandbox);
    return sandbox;
  }

  /** How many sandboxes there are. */
  get size(): number {
    return this.#sandboxes.size;
  }

  /** The sandboxes with their identifiers, oldest first. */
  list(): readonly NamedService[] {
    return [...this.#sandboxes.values()];
  }

  /**
   * The sandbox with an identifier.
   *
   * @throws {Rejection} when there is none.
   */
  get(id: string): NamedService {
    return this.#get(id);
  }

  /** Whether there is a sandbox with an identifier. */
  has(id: string): boolean {
    return this.#sandboxes.has(id);
  }

  /** Handles a call of the public API by the service that it is for. */
  handle(request: HttpRequest): Reply | Promise<Reply> {
    return this.serviceOf(request.url).publicApi.handle(request);
  }

  /** Ends a sandbox: all its work stops, and its keys are unknown. */
  delete(id: string): void {
    const { service, stopListening } = this.#get(id);
    stopListening();
    for (const watcher of this.#watchers) watcher.end(service);
    service.close();
    this.#sandboxes.delete(id);
    for (const [key, holder] of this.#holders) if (holder.service === service) this.#holders.delete(key);
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const id of this.#sandboxes.keys()) this.delete(id);
  }

  /** Notifies a watcher of each service, including existing ones. */
  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
    watcher.begin(this.main, undefined);
    for (const [id, { service, name }] of this.#sandboxes) watcher.begin(service, id, name);
  }

  /** Creates a sandbox again that existed before a restart, with its number. */
  recreate(number: number, options: EmulatorOptions, name: string | undefined): Service {
    this.latestNumber = number - 1;
    return this.create(options, name).service;
  }

  /** The service that a public call is for, by the key in its URL; the default one for unknown keys. */
  serviceOf(url: string): Service {
    if (this.#sandboxes.size === 0) return this.main;
    const key = keyOf(url);
    return (key === undefined ? undefined : this.#holderOf(key)) ?? this.main;
  }

  /** Records the keys of a snapshot that a service is about to restore, unless another service has one of them. */
  #claim(keys: readonly KeyClaim[], service: Service): void {
    for (const { apiKey } of keys) this.#requireFree(apiKey, service);
    for (const { apiKey, uuid } of keys) this.#holders.set(apiKey, { service, uuid });
  }

  #requireFree(key: string, except: Service | undefined): void {
    const holder = this.#holderOf(key);
    if (holder === undefined || holder === except) return;
    throw new Rejection(
      'conflict',
      'Another sandbox of this server uses one of the API keys. Use other keys, or delete that sandbox.',
    );
  }

  /** A deactivated account keeps its key: calls with it are refused by the sandbox they were made for. */
  #holderOf(key: string): Service | undefined {
    if (this.main.core.state.principals.has(key)) return this.main;
    const holder = this.#holders.get(key);
    if (holder === undefined) return undefined;
    const { accounts, organizations } = holder.service.core.state;
    const owner = accounts.get(holder.uuid) ?? organizations.get(holder.uuid);
    if (owner?.apiKey === key) return holder.service;
    this.#holders.delete(key);
    return undefined;
  }

  #get(id: string): Sandbox {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox === undefined) throw new Rejection('not_found', `There is no sandbox ${id}.`);
    return sandbox;
  }
}
