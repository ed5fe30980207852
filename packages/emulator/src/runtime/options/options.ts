import type { EditAccountRequest, ErrorCode } from '@messaging-service/contract';
import type { NotificationOptions } from '../../domain/use-cases/notifications.ts';
import type { OrganizationOptions } from '../../domain/use-cases/organizations.ts';
import type { Duration } from '../time/duration.ts';

/**
 * The options of an emulator. All have defaults, and all but the functions can be written as JSON.
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
  /** The address of the service. Default: `https://api.messaging.test`. It can have a path. */
  baseUrl?: string | undefined;
  /**
   * Makes runs repeatable: the same seed and the same calls give the same identifiers, choices and times. Default: 1.
   */
  seed?: number | undefined;
  /** The time at the start. Default: the machine's time. */
  now?: Date | string | number | undefined;
  /** `virtual`: time stands still until you move it. `system`: it follows the machine's clock. Default: `virtual`. */
  clock?: 'virtual' | 'system' | undefined;
  /** The organization that exists from the start. */
  organization?: OrganizationOptions | undefined;
  /** The accounts that exist from the start. Default: one, with 1,000 paid credits and two sender IDs. */
  accounts?: readonly AccountOptions[] | undefined;
  /** The pool of shared sender IDs; default `447700900980` to `447700900989`. */
  sharedSenders?: readonly string[] | undefined;
  /** What the simulated network does. */
  carrier?: CarrierOptions | undefined;
  /** How webhooks are sent. */
  webhooks?: WebhookOptions | undefined;
  /** HTTP statuses of error codes, if your service uses other ones. */
  statuses?: Partial<Record<ErrorCode, number>> | undefined;
  /** What to do with an unknown field. `refuse`: respond with 400. `ignore`: accept it. Default: `refuse`. */
  unknownFields?: 'refuse' | 'ignore' | undefined;
  /** How many facts of earlier calls the journal keeps. Default: 10,000. */
  journalLimit?: number | undefined;
  /** How many calls of the public API the log of a server keeps, from 1 to 10,000; default 1,000. */
  requestLimit?: number | undefined;
  /**
   * Receives warnings, for example that your test waits for something that only `advance` can cause, or that your rule
   * threw while no call was waiting. Default: `console.warn`.
   */
  onWarning?: ((message: string) => void) | undefined;
}

/**
 * An account that exists from the start. It takes the members of edit-account, and some that you can set only here.
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
   * A rule in code. It runs before `rules`; return `undefined` to leave the decision to them. It may depend only on its
   * arguments. If it throws, the call that sends the message or moves the clock fails. Without such a call, `onWarning`
   * gets the error.
   */
  rule?: ((attempt: CarrierAttempt) => CarrierDecision | undefined) | undefined;
}

/**
 * What happens to numbers without a rule. Test numbers such as `447700900123` have their own outcome.
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
   * `deliver` (the default), `fail`, or `hold`: the message is sent, and no receipt follows automatically. Test numbers
   * with an outcome of their own ignore it: use a rule for them.
   */
  outcome?: 'deliver' | 'fail' | 'hold' | undefined;
  /** Receipt code of a failure, any except `00`; default `22`. */
  code?: string | undefined;
  /**
   * Emulator time until the receipt. With a range, each number gets its own time, test numbers too. Default: 0.
   */
  after?: Duration | DurationRange | undefined;
  /**
   * Whether the network keeps opt-outs. If a phone replies STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE or OPTOUT
   * to a sender ID, later messages of this sender ID fail with code `30`, also for test numbers and numbers with a rule,
   * until the phone replies START, UNSTOP or YES. Default: `false`; in `setCarrier()`, the current value. EMU-24.
   */
  optOut?: boolean | undefined;
  /**
   * Emulator time after which a message without a receipt fails as expired, with code `32`; null means never. Default:
   * null; in `setCarrier()`, the current value. Messages that you sent earlier keep theirs. EMU-30.
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
   * `fresh` (the default): new identifiers, so that no application sees a UUID twice. The seed and the number of fresh
   * resets decide them. `repeat`: start over, so that the same calls get the same identifiers again.
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
 * A range of times. Each number gets its own time in it, the same for each run with the same seed.
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

/** A message before it is sent over a channel. */
export interface CarrierAttempt {
  /** The destination: digits without a plus. */
  to: string;
  /** The channel to try. */
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
  /** `unsupported`: the message falls back to its next channel. `refuse`: no provider accepts the message. */
  outcome: 'deliver' | 'fail' | 'hold' | 'unsupported' | 'refuse';
  /** Receipt code of a failure, any except `00`; default `22`. */
  code?: string | undefined;
  /** Description of a failure; default that of the code. */
  description?: string | undefined;
  /** Emulator time from hand-over to receipt; default 0. */
  after?: Duration | undefined;
}

/**
 * A decision for all numbers that match a pattern.
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
  /** The destinations: digits, with `*` for any digits. Default: all. */
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
   * Sends the webhooks. Default: the global `fetch`, looked up at each attempt, so that MSW handlers can receive them.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /** How long an attempt may take, in real time. Default: 10 s. See WHK-4. */
  timeout?: Duration | undefined;
  /** Emulator time before each of the up to five additional attempts; default 10 s, 30 s, 2 min, 10 min, 30 min. */
  retryDelays?: readonly Duration[] | undefined;
  /** The maximum number of concurrent attempts to one receiver; default 16. See WHK-5. */
  concurrency?: number | undefined;
  /** The `environment` header of signed webhooks; default `emulator`. */
  environment?: string | undefined;
  /** Which webhooks to sign if the account has a secret: `inbound` (the default), or `all`. */
  sign?: 'inbound' | 'all' | undefined;
  /** The unit of the `timestamp` header; default seconds. */
  timestampUnit?: 'seconds' | 'milliseconds' | undefined;
}
