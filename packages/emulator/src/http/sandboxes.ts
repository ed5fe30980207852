import { Rejection } from '../domain/rejection.ts';
import type { EmulatorOptions } from '../runtime/options.ts';
import { Host } from './host.ts';

/**
 * The services of one server: the default one, and any number of sandboxes, each with its own state, clock, seed and
 * pool. Public calls find their sandbox by their API key, so that test shards share a process and nothing else.
 */
export class Sandboxes {
  /** The service that paths without `/sandboxes/{id}` mean. */
  readonly main: Host;
  readonly #hosts = new Map<string, Host>();
  /** Which sandbox a key was last found in. */
  readonly #byKey = new Map<string, Host>();
  #created = 0;

  constructor(main: Host) {
    this.main = main;
  }

  /** Makes a sandbox. Keys it is given must be nobody else's: calls with them would go to another service. */
  create(options: EmulatorOptions): { readonly id: string; readonly host: Host } {
    for (const { apiKey } of [options.organization ?? {}, ...(options.accounts ?? [])]) {
      if (apiKey === undefined || this.#holderOf(apiKey) === undefined) continue;
      throw new Rejection(
        'conflict',
        'An API key of the options is in use by another service of this server.',
      );
    }
    const id = `sandbox-${++this.#created}`;
    const host = new Host(options, this.#created);
    this.#hosts.set(id, host);
    return { id, host };
  }

  /** How many sandboxes there are. */
  get size(): number {
    return this.#hosts.size;
  }

  /** The sandboxes with their identifiers, oldest first. */
  list(): (readonly [id: string, host: Host])[] {
    return [...this.#hosts];
  }

  /** The sandbox with an identifier. */
  get(id: string): Host {
    const host = this.#hosts.get(id);
    if (host === undefined) throw new Rejection('not_found', `There is no sandbox ${id}.`);
    return host;
  }

  /** Ends a sandbox: nothing of it happens any more, and its keys are unknown. */
  delete(id: string): void {
    const host = this.get(id);
    host.service.close();
    this.#hosts.delete(id);
    for (const [key, holder] of this.#byKey) if (holder === host) this.#byKey.delete(key);
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const id of this.#hosts.keys()) this.delete(id);
  }

  /** The service that a public call is for, by the key in its URL; the default one answers for unknown keys. */
  hostOf(url: string): Host {
    if (this.#hosts.size === 0) return this.main;
    const key = /[?&]key=([^&#]*)/.exec(url)?.[1];
    if (key === undefined) return this.main;
    const known = this.#byKey.get(key);
    if (known !== undefined && holds(known, key)) return known;
    const holder = this.#holderOf(key);
    if (holder !== undefined) this.#byKey.set(key, holder);
    return holder ?? this.main;
  }

  #holderOf(key: string): Host | undefined {
    return [this.main, ...this.#hosts.values()].find((host) => holds(host, key));
  }
}

function holds({ service }: Host, key: string): boolean {
  return service.core.state.principals.has(key);
}
