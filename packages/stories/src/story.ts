/**
 * Part of the history of an emulated service, as plain data: a service to begin with, and what happened to it, step by step. It
 * contains no identifiers and no keys, because the service that plays it has its own.
 */
export interface Story {
  /** What it is about, in words. */
  readonly name: string;
  /** The time at which it begins: ISO 8601. */
  readonly now: string;
  /** Options of the emulator, except its time. URLs in it are those of {@link APP}. */
  readonly setup: Setup;
  /** The account that each client of the program uses, by its position in the setup, and whether the organization is used. */
  readonly accounts: readonly number[];
  readonly usesOrganization: boolean;
  /** The application's server; undefined when the story has no webhooks. */
  readonly receiver: Receiver | undefined;
  /** Whether calls fail on purpose, so that a client must not repeat them. */
  readonly hasFailures: boolean;
  readonly steps: readonly Step[];
  /** What the program does not repeat, or repeats otherwise: a sentence each. */
  readonly gaps: readonly string[];
}

/** Options of an emulator, as JSON. */
export interface Setup {
  readonly organization?: { readonly creditSystem: boolean };
  readonly accounts?: readonly AccountSetup[];
  readonly sharedSenders?: readonly string[];
  readonly statuses?: Readonly<Record<string, number>>;
  readonly unknownFields?: string;
  readonly carrier?: CarrierSetup;
  /** In milliseconds. */
  readonly webhooks?: { readonly retryDelays?: readonly number[] };
}

/** An account of the setup: the members of the option, and those of edit-account. */
export interface AccountSetup {
  readonly mo?: { readonly mo_webhook_url: string; readonly mo_webhook_secret?: string };
  readonly notifications?: readonly { readonly url: string; readonly [member: string]: unknown }[];
  readonly [member: string]: unknown;
}

/** What the network does. */
export interface CarrierSetup {
  readonly optOut?: boolean;
  readonly rules?: readonly CarrierRule[];
}

type Channel = 'sms' | 'rcs';

/** What the network does with the messages to a number. */
export interface CarrierRule {
  readonly to: string;
  readonly channel?: Channel;
  readonly outcome: 'deliver' | 'fail' | 'hold' | 'refuse' | 'unsupported';
  readonly code?: string;
  readonly description?: string;
  /** In milliseconds. */
  readonly after?: number;
}

/** How the application's server responds to webhooks. */
export interface Receiver {
  /** For each path, the statuses of its responses in their order, null for no response. After the last one, 200. */
  readonly responses: Readonly<Record<string, readonly (number | null)[]>>;
}

/** The address of the application's server in a story. */
export const APP = 'https://app.test';

/** One thing that happens, or that is expected. */
export type Step =
  | SendStep
  | RequestStep
  | CancelStep
  | TopUpStep
  | MoveStep
  | SettleStep
  | ReplyStep
  | OutcomeStep
  | ResendStep
  | CarrierStep
  | FaultStep
  | CheckStep;

/** A call that is not accepted: its status, and the error code if it is one of the service; a status of null if the connection is cut. */
export interface Failure {
  readonly status: number | null;
  readonly code?: string;
}

/** The application sends. */
export interface SendStep {
  readonly kind: 'send';
  /** The account, by its position in the setup. */
  readonly account: number;
  readonly operation: 'messages.send' | 'batches.send';
  /** The body of the public API. */
  readonly body: unknown;
  readonly query?: Readonly<Record<string, boolean>>;
  readonly failure?: Failure;
}

/** The application makes a call that a client does not make: another path, or a body that is not valid. */
export interface RequestStep {
  readonly kind: 'request';
  /** The account whose key it has; null for a key that the service does not know. */
  readonly account: number | null;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly failure: Failure;
}

/** The application cancels the batch of a message, which is named by its index in the list of messages. */
export interface CancelStep {
  readonly kind: 'cancel';
  readonly account: number;
  readonly message: number;
}

/** The organization adds credits to an account. */
export interface TopUpStep {
  readonly kind: 'top-up';
  readonly account: number;
  readonly credits: number;
}

/** Time moves to an instant. */
export interface MoveStep {
  readonly kind: 'move';
  /** ISO 8601. */
  readonly to: string;
  /** In milliseconds. */
  readonly by: number;
}

/** Webhooks that are due are sent. */
export interface SettleStep {
  readonly kind: 'settle';
}

/** A phone writes. */
export interface ReplyStep {
  readonly kind: 'reply';
  readonly from: string;
  readonly message: string;
  readonly to?: string;
  readonly channel?: Channel;
}

/** A user decides the outcome of a message, which is named by its index in the list of messages. */
export interface OutcomeStep {
  readonly kind: 'outcome';
  readonly message: number;
  readonly delivered: boolean;
  readonly code?: string;
  readonly description?: string;
}

/** A user sends a webhook again, which is named by its index in the list of webhooks. */
export interface ResendStep {
  readonly kind: 'resend';
  readonly webhook: number;
}

/** The network changes. */
export interface CarrierStep {
  readonly kind: 'carrier';
  readonly rules: readonly CarrierRule[];
}

/** The next calls fail. */
export interface FaultStep {
  readonly kind: 'fault';
  readonly fault: Readonly<Record<string, unknown>>;
}

/** What is true now: of one message or webhook, or, without an index, of all of them. */
export interface CheckStep {
  readonly kind: 'check';
  readonly list: 'messages' | 'webhooks';
  readonly index?: number;
  /** The members that are compared, of the one or of each. */
  readonly expected: unknown;
}

/** A form of a program. */
export type Form = 'vitest' | 'node-test' | 'playwright' | 'curl';
