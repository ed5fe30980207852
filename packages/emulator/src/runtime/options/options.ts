import type { EditAccountRequest, ErrorCode } from '@messaging-service/contract';
import type { NotificationOptions } from '../../domain/use-cases/notifications.ts';
import type { OrganizationOptions } from '../../domain/use-cases/organizations.ts';
import type { Duration } from '../time/duration.ts';

/**
 * The options of an emulator. Everything has a default, and everything but functions can be written as JSON.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const service = createEmulator({
 *   baseUrl: 'https://api.messaging.test',
 *   seed: 7,
 *   now: '2026-01-01T09:00Z',
 *   clock: 'virtual',
 *   organization: { name: 'Surgery' },
 *   accounts: [{ name: 'Reception', credits: 1000, senders: ['DEMO'] }],
 *   sharedSenders: ['447700900980', '447700900981'],
 *   carrier: { after: '3s' },
 *   webhooks: { timeout: '5s' },
 *   statuses: { sender_not_owned: 400 },
 *   unknownFields: 'ignore',
 *   journalLimit: 50_000,
 *   requestLimit: 5_000,
 *   onWarning: (text) => console.warn(text),
 * });
 * console.log(service.clock.now().toISOString()); // 2026-01-01T09:00:00.000Z
 * ```
 */
export interface EmulatorOptions {
  /** The address that the MSW handlers serve; default `https://api.messaging.test`. A path in it is a prefix. */
  baseUrl?: string | undefined;
  /**
   * Makes identifiers, random choices and latency repeatable: the same seed and calls give the same history. Default 1.
   */
  seed?: number | undefined;
  /** The time at which it starts; default: the machine's time. */
  now?: Date | string | number | undefined;
  /** `virtual`: time stands still until it is advanced. `system`: it follows the machine's clock. Default `virtual`. */
  clock?: 'virtual' | 'system' | undefined;
  /** The organization that exists from the start. */
  organization?: OrganizationOptions | undefined;
  /** The accounts that exist from the start; by default one with 1,000 paid credits and two sender IDs. */
  accounts?: readonly AccountOptions[] | undefined;
  /** The pool of shared sender IDs; default `447700900980` to `447700900989`. */
  sharedSenders?: readonly string[] | undefined;
  /** What the simulated network does. */
  carrier?: CarrierOptions | undefined;
  /** How webhooks are sent. */
  webhooks?: WebhookOptions | undefined;
  /** HTTP statuses of error codes, if your service has others. */
  statuses?: Partial<Record<ErrorCode, number>> | undefined;
  /** `refuse` (the default) responds with 400 to a field that the specification does not have; `ignore` accepts it. */
  unknownFields?: 'refuse' | 'ignore' | undefined;
  /** How many facts of earlier calls the journal keeps; default 10,000. */
  journalLimit?: number | undefined;
  /** How many calls of the public API the log of a server keeps, from 1 to 10,000; default 1,000. */
  requestLimit?: number | undefined;
  /**
   * Receives warnings, for example that a test waits for something that only `advance` can cause, or that a rule in code
   * threw while no call was waiting; default `console.warn`.
   */
  onWarning?: ((message: string) => void) | undefined;
}

/**
 * An account that exists from the start: the members of edit-account, and others that can only be set at the start.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const service = createEmulator({
 *   accounts: [
 *     {
 *       name: 'Reception',
 *       identifier: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
 *       apiKey: '0123456789abcdef0123456789abcdef',
 *       senders: ['DEMO'],
 *       credits: 500,
 *       packagedCredits: 100,
 *       notifications: [
 *         { url: 'https://example.com/credits', threshold_type: 'paid_fixed_number', threshold_value: 50 },
 *       ],
 *       schedule: '0 0 1 * *',
 *     },
 *   ],
 * });
 * console.log(service.account.senders); // [ 'DEMO' ]
 * ```
 */
export interface AccountOptions extends EditAccountRequest {
  /** Its name. */
  name?: string | undefined;
  /** Its UUID. */
  identifier?: string | undefined;
  /** Its API key: 32 hexadecimal characters. */
  apiKey?: string | undefined;
  /** Sender IDs it owns. */
  senders?: readonly string[] | undefined;
  /** Paid credits it starts with. */
  credits?: number | undefined;
  /** Packaged credits it starts with. */
  packagedCredits?: number | undefined;
  /** Credit notifications, as the control API takes them. */
  notifications?: readonly NotificationOptions[] | undefined;
}

/**
 * What the simulated network does.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const service = createEmulator({
 *   carrier: {
 *     outcome: 'deliver',
 *     after: { min: '1s', max: '5s' },
 *     rules: [{ to: '4477009002*', outcome: 'fail', code: '22' }],
 *     rule: ({ to, channel }) => (channel === 'rcs' && to.endsWith('9') ? { outcome: 'unsupported' } : undefined),
 *   },
 * });
 * service.close();
 * ```
 */
export interface CarrierOptions extends CarrierSettings {
  /** Rules that come before everything else; the first that matches decides. */
  rules?: readonly CarrierRule[] | undefined;
  /**
   * A rule in code, called before `rules`; `undefined` leaves the decision to them. It must depend on its arguments
   * only. If it throws, the call that sends the message or moves the clock fails. If there is none, `onWarning` gets the error.
   */
  rule?: ((attempt: CarrierAttempt) => CarrierDecision | undefined) | undefined;
}

/**
 * What happens to numbers that no rule decides. Test numbers such as `447700900123` decide their own outcome.
 *
 * @example
 * ```ts
 * emulator.setCarrier({ outcome: 'fail', code: '30', after: '3s' });
 * const { messageUuid } = await messages.sendOne({ ...message, to: '447911123456' });
 * await emulator.clock.advance('3s');
 * const [failed] = emulator.messages({ state: 'failed' });
 * console.log(failed?.messageUuid === messageUuid); // true
 * ```
 */
export interface CarrierSettings {
  /**
   * `deliver` (the default), `fail`, or `hold`: the message is sent, and no receipt follows automatically. It has no
   * effect on test numbers that have an outcome of their own: use a rule for those.
   */
  outcome?: 'deliver' | 'fail' | 'hold' | undefined;
  /** Receipt code of a failure, any except `00`; default `22`. */
  code?: string | undefined;
  /**
   * Emulator time from hand-over to receipt, or a range from which each number has its own, including test numbers;
   * default 0.
   */
  after?: Duration | DurationRange | undefined;
  /**
   * Whether a handset that writes STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE or OPTOUT to a sender ID gets no more
   * messages from it: they fail with code `30`, also those to test numbers and to numbers with a rule, until it writes START,
   * UNSTOP or YES. Default: `false`; of `setCarrier()`, the current value. EMU-24.
   */
  optOut?: boolean | undefined;
  /**
   * Emulator time from hand-over until a message without a receipt has failed as expired, with code `32`; null means never.
   * Default: null; of `setCarrier()`, the current value. Messages that were sent before keep what they had. EMU-30.
   */
  validity?: Duration | null | undefined;
}

/**
 * A change of what the simulated network does while it runs.
 *
 * @example
 * ```ts
 * emulator.setCarrier({ rules: [{ to: '447700900200', outcome: 'fail', code: '22' }] });
 * await messages.sendOne({ ...message, to: '447700900200' });
 * console.log(emulator.messages().at(-1)?.state); // failed
 * ```
 */
export interface CarrierChange extends CarrierSettings {
  /**
   * Rules that replace the current ones and come before everything else, including test numbers; default: unchanged.
   */
  rules?: readonly CarrierRule[] | undefined;
}

/**
 * Options of a reset. EMU-8.
 *
 * @example
 * ```ts
 * emulator.reset({ ids: 'repeat' });
 * console.log(emulator.messages().length); // 0
 * ```
 */
export interface ResetOptions {
  /**
   * `fresh` (the default): new identifiers, determined by the seed and the number of fresh resets, so that no application
   * sees a UUID twice. `repeat`: the identifiers and this number start over, and the same calls and resets get the same
   * identifiers again.
   */
  ids?: 'fresh' | 'repeat' | undefined;
}

/**
 * Options of a sandbox: those of an emulator, and a name. EMU-5.
 *
 * @example
 * ```ts
 * const sandbox = emulator.sandbox({ name: 'checkout', seed: 7 });
 * console.log(sandbox.messages().length); // 0
 * ```
 */
export interface SandboxOptions extends EmulatorOptions {
  /** A name for users and logs; default: the identifier. */
  name?: string | undefined;
}

/**
 * A range that contains the time of each number, which is always the same for the same seed.
 *
 * @example
 * ```ts
 * emulator.setCarrier({ after: { min: '1s', max: '5s' } });
 * await messages.sendOne(message);
 * await emulator.clock.advance('5s');
 * console.log(emulator.messages().at(-1)?.state); // delivered
 * ```
 */
export interface DurationRange {
  /** The shortest time. */
  min: Duration;
  /** The longest time. */
  max: Duration;
}

/** A message that is about to be sent over a channel. */
export interface CarrierAttempt {
  /** The destination: digits without a plus. */
  to: string;
  /** The channel to be tried. */
  channel: string;
}

/**
 * The decision of a rule.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 * import type { CarrierDecision } from '@messaging-service/emulator';
 *
 * const busy: CarrierDecision = { outcome: 'fail', code: '22', description: 'The handset is busy', after: '2s' };
 * const service = createEmulator({ carrier: { rule: ({ to }) => (to.endsWith('5') ? busy : undefined) } });
 * service.close();
 * ```
 */
export interface CarrierDecision {
  /** `unsupported` makes the message fall back to its next channel; `refuse` means that no provider accepts it. */
  outcome: 'deliver' | 'fail' | 'hold' | 'unsupported' | 'refuse';
  /** Receipt code of a failure, any except `00`; default `22`. */
  code?: string | undefined;
  /** Description of a failure; default that of the code. */
  description?: string | undefined;
  /** Emulator time from hand-over to receipt; default 0. */
  after?: Duration | undefined;
}

/**
 * A decision for the numbers of a pattern.
 *
 * @example
 * ```ts
 * emulator.setCarrier({
 *   rules: [
 *     { to: '447700900123', channel: 'rcs', outcome: 'unsupported' },
 *     { to: '4477009002*', outcome: 'fail', code: '22', description: 'No response', after: '3s' },
 *   ],
 * });
 * await messages.sendOne({ ...message, channels: ['rcs', 'sms'] });
 * console.log(emulator.messages().at(-1)?.channel); // sms
 * ```
 */
export interface CarrierRule extends CarrierDecision {
  /** Destinations: digits, with `*` for any of them; default all. */
  to?: string | undefined;
  /** The channel; default all. */
  channel?: 'sms' | 'rcs' | undefined;
}

/**
 * How webhooks are sent.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const service = createEmulator({
 *   webhooks: {
 *     fetch: () => Promise.resolve(new Response()),
 *     timeout: '5s',
 *     retryDelays: ['10s', '1m'],
 *     concurrency: 4,
 *     environment: 'staging',
 *     sign: 'all',
 *     timestampUnit: 'milliseconds',
 *   },
 * });
 * service.close();
 * ```
 */
export interface WebhookOptions {
  /**
   * Makes the requests; default the global `fetch`, looked up at each attempt, so that MSW handlers can receive them.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /** Real time an attempt may take; default 10 s. See WHK-4. */
  timeout?: Duration | undefined;
  /** Emulator time before each of the up to five additional attempts; default 10 s, 30 s, 2 min, 10 min, 30 min. */
  retryDelays?: readonly Duration[] | undefined;
  /** The maximum number of concurrent attempts to one receiver; default 16. See WHK-5. */
  concurrency?: number | undefined;
  /** The `environment` header of signed webhooks; default `emulator`. */
  environment?: string | undefined;
  /** Which webhooks are signed when the account has a secret: `inbound`, as the specification says, or `all`. */
  sign?: 'inbound' | 'all' | undefined;
  /** The unit of the `timestamp` header; default seconds. */
  timestampUnit?: 'seconds' | 'milliseconds' | undefined;
}
