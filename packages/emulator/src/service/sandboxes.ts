import { Rejection } from '../domain/state/rejection.ts';
import type { HttpRequest } from '../http/message.ts';
import type { CallHandler, Reply } from '../public-api/public-api.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { Service } from './service.ts';

/** A service with its names. */
export interface NamedService {
  /** 0 for the default service, otherwise the number of the sandbox. */
  readonly number: number;
  readonly id: string;
  /** For users and logs; default: the identifier. */
  readonly name: string;
  readonly service: Service;
}

/** Gets each service of a server when it begins; its identifier is undefined for the default one. */
export type Watcher = (service: Service, id: string | undefined) => void;

/**
 * The services of one server: the default one, and any number of sandboxes, each with its own state, clock, seed and
 * pool. The API key of a public call selects its sandbox, so that test shards share only the process. EMU-5.
 */
export class Sandboxes implements CallHandler {
  /** The service that paths without `/sandboxes/{id}` mean. */
  readonly main: Service;
  readonly #sandboxes = new Map<string, NamedService>();
  /** The number of the latest sandbox, which may have been deleted. Its successor has the next one. */
  latestNumber = 0;
  readonly #watchers: Watcher[] = [];

  constructor(main: Service) {
    this.main = main;
    main.checkKeys = (keys) => this.#requireFree(keys, main);
  }

  /**
   * Creates a sandbox. Its keys must be unique, because a call finds its service by the key.
   *
   * @param number - Its number, for a sandbox that existed before a restart; default: the next one.
   */
  create(options: EmulatorOptions, name?: string, number = this.latestNumber + 1): NamedService {
    const keys = [options.organization, ...(options.accounts ?? [])].map((owner) => owner?.apiKey);
    this.#requireFree(keys);
    this.latestNumber = number;
    const id = `sandbox-${number}`;
    const service = new Service(options, number);
    service.checkKeys = (restored) => this.#requireFree(restored, service);
    const sandbox = { number, id, name: name ?? id, service };
    this.#sandboxes.set(id, sandbox);
    for (const watcher of this.#watchers) watcher(service, id);
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
    const sandbox = this.#sandboxes.get(id);
    if (sandbox === undefined) throw new Rejection('not_found', `There is no sandbox ${id}.`);
    return sandbox;
  }

  /** Whether there is a sandbox with an identifier. */
  has(id: string): boolean {
    return this.#sandboxes.has(id);
  }

  /** Handles a call of the public API by the service that it is for. */
  handle(request: HttpRequest): Reply | Promise<Reply> {
    return this.serviceOf(request.target.key).handle(request);
  }

  /** Ends a sandbox: all its work stops, and its keys are unknown. */
  delete(id: string): void {
    const { service } = this.get(id);
    service.close();
    this.#sandboxes.delete(id);
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const id of this.#sandboxes.keys()) this.delete(id);
  }

  /** Notifies a watcher of each service, including existing ones. */
  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
    watcher(this.main, undefined);
    for (const [id, { service }] of this.#sandboxes) watcher(service, id);
  }

  /** The service that a public call is for, by its key; the default one for unknown keys. */
  serviceOf(key: string | undefined): Service {
    if (this.#sandboxes.size === 0) return this.main;
    return (key === undefined ? undefined : this.#holderOf(key)) ?? this.main;
  }

  #requireFree(keys: readonly (string | undefined)[], owner?: Service): void {
    for (const key of keys) {
      const holder = key === undefined ? undefined : this.#holderOf(key);
      if (holder === undefined || holder === owner) continue;
      throw new Rejection(
        'conflict',
        'Another sandbox of this server uses one of the API keys. Use other keys, or delete that sandbox.',
      );
    }
  }

  #holderOf(key: string): Service | undefined {
    const services = [this.main, ...this.list().map(({ service }) => service)];
    return (
      services.find(({ core }) => core.state.principals.has(key)) ??
      // A deactivated account keeps its key: calls with it are refused by the sandbox they were made for.
      services.find(({ core }) => [...core.state.accounts.values()].some(({ apiKey }) => apiKey === key))
    );
  }
}
