import type { State } from '../domain/state/state.ts';
import type { Policy } from '../domain/state/transaction.ts';
import type { RequestLog } from '../public-api/request-log.ts';
import type { Agenda } from '../runtime/core/agenda.ts';
import type { AttemptLog } from '../runtime/webhooks/attempt-log.ts';

/** The kinds of objects whose outcome has a reason. */
export const SUBJECT_KINDS = ['message', 'batch', 'webhook', 'request', 'job', 'reply', 'entry'] as const;

/** A kind of object whose outcome has a reason; `entry` is a change of credits. */
type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The kinds of what decides an outcome. */
export const DECIDED_BY_KINDS = [
  'rule',
  'rule-function',
  'test-number',
  'default',
  'opted-out',
  'by-hand',
  'no-credits',
  'expired',
  'request',
  'schedule',
  'configuration',
  'fault',
  'service',
  'receiver',
  'plan',
  'emulator',
  'several',
  'unknown',
] as const;

/** The kinds of what a remedy does. */
export const ACTION_KINDS = [
  'advance',
  'change-network',
  'deliver',
  'remove-fault',
  'resend',
  'send-again',
  'set-reply-url',
  'top-up',
] as const;

/** A reference to an object. */
export interface ObjectReference {
  /** Its kind. */
  kind: SubjectKind | 'account';
  /** The identifier to pass to `why()`; for an account, its UUID. */
  id: string;
  /** The object in words. */
  text: string;
  /** The account UUID of a change of credits, or the number of the phone that wrote a message. */
  within?: string | undefined;
}

/** What decided an outcome. */
export interface Decider {
  /** Its kind. */
  kind: (typeof DECIDED_BY_KINDS)[number];
  /** In words, such as `rule 2 of the network, for 4477009002*`. */
  text: string;
  /** The position of a rule among the rules of that time, from 1. */
  position?: number | undefined;
  /** The pattern of a rule. */
  pattern?: string | undefined;
  /** The last three digits of a test number. */
  digits?: string | undefined;
  /** The sender ID that the recipient has opted out of. */
  sender?: string | undefined;
}

/** How your server responded. */
export interface OtherSide {
  /** Status of its response; null when there was none. */
  status: number | null;
  /** Why there was no response; null when there was one. */
  error: string | null;
  /** The first lines of its response. */
  text: string;
  /** Whether the response is longer than that. */
  isCut: boolean;
}

/** What to do about an outcome. */
export interface Remedy {
  /** In words. */
  text: string;
  /** The action of a button that does it. */
  action?: (typeof ACTION_KINDS)[number] | undefined;
  /** The object of the action: an identifier of a message, an account, a webhook, a request or a fault, or an instant. */
  target?: string | undefined;
}

/**
 * Why something has its outcome.
 *
 * @example
 * ```ts
 * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900822' });
 * const { outcome, decidedBy } = await emulator.why(messageUuid);
 * console.log(outcome, decidedBy.text);
 * ```
 */
export interface Reason {
  /** The object that the reason is about. */
  subject: ObjectReference;
  /** The outcome in words, such as `failed with 22`. */
  outcome: string;
  /** Whether it worked. `open`: not decided yet. */
  result: 'success' | 'failure' | 'open';
  /** The receipt code of a message, or the error code of a request. */
  code?: string | undefined;
  /** What decided it. */
  decidedBy: Decider;
  /** The cause in a sentence, also for unknown codes. */
  explanation?: string | undefined;
  /** How your server responded. */
  otherSide?: OtherSide | undefined;
  /** What to do about it. */
  remedy?: Remedy | undefined;
  /** The object that caused it. */
  cause?: ObjectReference | undefined;
  /** The fault that hit it, as a sentence. */
  fault?: string | undefined;
  /** Until when the outcome can change on its own: ISO 8601. */
  until?: string | undefined;
}

/** The parts of a service that reasons are read from. */
export interface ReasonSources {
  readonly core: {
    readonly state: State;
    readonly agenda: Pick<Agenda, 'upcoming'>;
    readonly policy: Pick<Policy, 'retryDelaysMs' | 'nextRun'>;
  };
  readonly requests: RequestLog;
  readonly attempts: Pick<AttemptLog, 'exchangeOf'>;
}

/** What the reason of an object has besides its subject. */
export type ReasonOf = Omit<Reason, 'subject'>;
