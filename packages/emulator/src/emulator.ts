import { missingApis } from '@messaging-service/contract';
import type { ClockMode, EmulatorHandler, JournalEntry } from './api.ts';
import type { ClockControls } from './controls/controls.ts';
import { type EmulatorControls, membersOf } from './emulator-members.ts';
import { callInProcess } from './in-process/call-control.ts';
import { createFetch, parseBaseUrl } from './in-process/fetch.ts';
import { mswHandlers } from './in-process/msw.ts';
import type { EmulatorOptions, SandboxOptions } from './runtime/options/options.ts';
import { checkOptions, checkSandbox } from './runtime/options/options-check.ts';
import {
  type AccountCredentials,
  firstAccount,
  type OrganizationCredentials,
} from './service/credentials.ts';

import { type EmulatorEvent, viewEvent } from './service/events.ts';

import { Sandboxes } from './service/sandboxes.ts';
import { Service } from './service/service.ts';

const DEFAULT_BASE_URL = 'https://api.messaging.test';

/** The time of an emulator. */
export interface EmulatorClock extends ClockControls {
  /** `virtual`: time stands still until you move it. `system`: it follows the machine's clock, plus your moves. */
  readonly mode: ClockMode;
}

/** A complete emulated service, in memory. Create one with {@link createEmulator}. */
export interface Emulator extends EmulatorControls {
  /** Its time. */
  readonly clock: EmulatorClock;
  /** Handlers for MSW: `setupServer(...emulator.handlers)`, or `setupWorker` in a browser. */
  readonly handlers: EmulatorHandler[];
  /**
   * The service as a `fetch` function. Pass it to a client that accepts one: nothing is intercepted, and no network is
   * needed.
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
  /** The organization that exists from the start. */
  readonly organization: OrganizationCredentials;
  /** The accounts that exist from the start. */
  readonly accounts: readonly AccountCredentials[];
  /** The first of {@link Emulator.accounts}: ready to use, with credits and sender IDs. */
  readonly account: AccountCredentials;
  /** The pool of shared sender IDs. */
  readonly sharedSenders: readonly string[];

  /**
   * The latest facts, oldest first.
   *
   * @example
   * ```ts
   * for (const { at, fact } of emulator.journal()) console.log(at, fact.type);
   * ```
   */
  journal(): readonly JournalEntry[];

  /**
   * Creates a second service with its own state, clock, seed and keys. Use `handlers` or `fetch` of the result to reach it.
   * Without a `seed`, its identifiers differ from those of this one. EMU-5.
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
  sandbox(options?: SandboxOptions): Emulator;

  /**
   * Streams events from now on: every fact, and every move of the clock. EMU-11.
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
  events(): AsyncIterableIterator<EmulatorEvent>;

  /**
   * Stops the emulator: ends running webhook attempts, waits, event streams and sandboxes. After that, nothing happens
   * automatically.
   *
   * @example
   * ```ts
   * emulator.close();
   * ```
   */
  close(): void;
}

/** What an emulator is made of, for adapters such as the server. */
interface Host {
  readonly service: Service;
  /** The services of this emulator and its sandboxes. */
  readonly sandboxes: Sandboxes;
  /** The identifier of the sandbox that it is; undefined when it is not one. */
  readonly sandboxId: string | undefined;
}

/** The error for what cannot be served. */
export const NOT_SERVED =
  'listen() requires an emulator that createEmulator() returned. It also serves the sandboxes of that emulator.';

const hosts = new WeakMap<Emulator, Host>();

/**
 * Returns what an emulator is made of.
 *
 * @throws {TypeError} It is another object.
 */
export function hostOf(emulator: Emulator): Host {
  const host = hosts.get(emulator);
  if (host === undefined) throw new TypeError(NOT_SERVED);
  return host;
}

function emulatorOf(host: Host): Emulator {
  const { service, sandboxes, sandboxId } = host;
  const { core, options } = service;
  // The key of a call selects its sandbox, as on a server. A sandbox accepts its own keys only.
  const publicApi = sandboxId === undefined ? sandboxes : service;
  const baseUrl = parseBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
  const { clock, ...controls } = membersOf(callInProcess(service));
  const emulator: Emulator = {
    ...controls,
    clock: { ...clock, mode: core.driver.mode },
    handlers: mswHandlers(publicApi, baseUrl),
    fetch: createFetch(publicApi, baseUrl),
    baseUrl,
    get organization() {
      return service.credentials().organization;
    },
    get accounts() {
      return service.credentials().accounts;
    },
    get account() {
      return firstAccount(emulator.accounts);
    },
    get sharedSenders() {
      return core.state.sharedSenders;
    },
    journal: () => core.journal.entries(),
    sandbox: (given = {}) => {
      const { name, ...others } = checkSandbox(given);
      const { id, service: created } = sandboxes.create({ baseUrl, ...others }, name);
      return emulatorOf({ service: created, sandboxes, sandboxId: id });
    },
    events: () => service.events(viewEvent(core)),
    close: () => {
      if (sandboxId === undefined) sandboxes.close();
      else if (sandboxes.has(sandboxId)) sandboxes.delete(sandboxId);
      service.close();
    },
  };
  hosts.set(emulator, host);
  return emulator;
}

/**
 * Creates a complete messaging service in memory. It has one organization and one account, ready to use.
 *
 * @param options - All options have defaults.
 * @throws {TypeError} An option is invalid. The message names each invalid option.
 * @throws {Error} The environment lacks Web APIs, such as the jsdom of Jest. The message names them.
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
  const missing = missingApis(NEEDED);
  if (missing !== undefined)
    throw new Error(`createEmulator() does not work here, because this environment ${missing}.`);
  const service = new Service(checkOptions(options));
  return emulatorOf({ service, sandboxes: new Sandboxes(service), sandboxId: undefined });
}

/** Web APIs without which an emulator cannot be called. */
const NEEDED = [
  'AbortController',
  'AbortSignal',
  'MessageChannel',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'performance.now',
  'structuredClone',
];
