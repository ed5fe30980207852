import type {
  ClockControls,
  ClockMode,
  FaultHandle,
  FaultOptions,
  Handset,
  Remote,
  SandboxOptions,
} from '@messaging-service/emulator';
import {
  type AccountCredentials,
  type EmulatorControls,
  type OrganizationCredentials,
} from '@messaging-service/emulator';
import type { CallControl } from '@messaging-service/emulator/host';
import { type Credentials, firstAccount, membersOf, requirePlain } from '@messaging-service/emulator/host';
import { controlPath } from '@messaging-service/protocol';
import { callRemotely } from './call-control.ts';
import type { ControlCalls } from './control-calls.ts';
import { type EventsOptions, type RemoteEvents, remoteEvents } from './event-stream.ts';
import { waitRemotely } from './remote-wait.ts';

/** A simulated phone of a running emulator. EMU-12. */
export type RemoteHandset = Remote<Handset>;

/** A fault that was added over the network. EMU-6. */
export type RemoteFault = Remote<FaultHandle>;

/** The clock of a running emulator. Its methods reject with an `EmulatorError` when the emulator cannot be reached. */
export interface RemoteClock extends Remote<ClockControls> {
  /** `virtual`: time stands still until you move it. `system`: it follows the server's clock, plus your moves. */
  readonly mode: ClockMode;
}

/**
 * A running emulator at a URL, with the same controls as one in your process. Get it with {@link connectEmulator}. EMU-18.
 *
 * Its methods reject with an `EmulatorError` when the emulator refuses the call, or cannot be reached.
 */
export interface RemoteEmulator extends Remote<Omit<EmulatorControls, 'addFault' | 'handset'>> {
  /** Its time. */
  readonly clock: RemoteClock;
  /** The base URL for clients of the public API, without a trailing slash. */
  readonly baseUrl: string;
  /** The identifier of the sandbox; undefined for the default service of the server. */
  readonly sandboxId: string | undefined;
  /** The organization that exists from the start. */
  readonly organization: OrganizationCredentials;
  /** The accounts that exist from the start. */
  readonly accounts: readonly AccountCredentials[];
  /** The first of {@link RemoteEmulator.accounts}. */
  readonly account: AccountCredentials;
  /** The pool of shared sender IDs, as this client last saw it. */
  readonly sharedSenders: readonly string[];

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
  handset(number: string): RemoteHandset;

  /**
   * Makes the next matching calls of the public API fail. EMU-6.
   *
   * @throws {EmulatorError} The emulator refuses the fault, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'messages.send', status: 503, times: 2 });
   * await messages.sendOne(message);
   * console.log(await fault.hits()); // 2
   * ```
   */
  addFault(options: FaultOptions): Promise<RemoteFault>;

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
  sandbox(options?: SandboxOptions): Promise<RemoteEmulator>;

  /**
   * Streams events from now on. The stream ends when you leave the loop, when `signal` is aborted, or when your loop is too
   * slow.
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
  events(options?: EventsOptions): RemoteEvents;

  /**
   * Ends the waits and streams of this client. If this client created the sandbox with `sandbox()`, deletes it.
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
  close(): Promise<void>;
}

/** A service behind a URL. */
export interface ConnectedService extends Credentials {
  readonly mode: ClockMode;
  /** The identifier of the sandbox; undefined for the default service. */
  readonly sandbox: string | undefined;
}

/** The members of an emulator, if its calls return promises. */
type RemoteMembers = Pick<RemoteEmulator, 'addFault' | 'handset'> &
  Remote<Omit<EmulatorControls, 'addFault' | 'handset'>> & { readonly clock: Remote<ClockControls> };

/**
 * Creates the emulator behind a URL.
 *
 * @param ownsSandbox - Whether `close()` deletes the sandbox.
 */
export function remoteEmulator(
  calls: ControlCalls,
  service: ConnectedService,
  ownsSandbox = false,
): RemoteEmulator {
  const { mode, sandbox: sandboxId } = service;
  let credentials: Credentials = service;
  const call: CallControl = async (control, input) => {
    const answer = await callRemotely(calls, control, input);
    if (control.changesCredentials) credentials = await calls.call<Credentials>('GET /credentials');
    return answer;
  };
  const { clock, ...controls } = membersOf(call, true) as unknown as RemoteMembers;
  const root = () => calls.at(controlPath(undefined));
  return {
    ...controls,
    waitForMessage: (options) => waitRemotely(controls.waitForMessage, options),
    clock: { ...clock, mode },
    baseUrl: calls.baseUrl,
    sandboxId,
    get organization() {
      return credentials.organization;
    },
    get accounts() {
      return credentials.accounts;
    },
    get account() {
      return firstAccount(credentials.accounts);
    },
    get sharedSenders() {
      return credentials.sharedSenders;
    },
    sandbox: async (options = {}) => {
      requirePlain('The options of the sandbox are not valid', options);
      requireJson(options);
      const call = root().call<ConnectedService & { id: string }>('POST /sandboxes', { json: options });
      const { id, ...created } = await call;
      return remoteEmulator(calls.at(controlPath(id)), { ...created, sandbox: id }, true);
    },
    events: (options = {}) => remoteEvents(calls, options),
    close: async () => {
      calls.close();
      if (ownsSandbox) await root().delete(`/sandboxes/${sandboxId}`);
    },
  };
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
