import type { WebhookKind } from '@messaging-service/contract';
import type { Origin } from './decided-by.ts';
import type { Fact } from './facts.ts';
import type { Job } from './jobs.ts';
import type { Decision, State } from './state.ts';

/** Identifiers and random numbers generated from the seed: the same seed and calls generate the same ones. See EMU-4. */
export interface Ids {
  /** A UUID, version 4 in form. */
  uuid(): string;
  /** An API key: 32 hexadecimal characters. See KEY-4. */
  apiKey(): string;
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  /** Another source that does not affect this one, because a dry run must not change later identifiers. */
  fork(): Ids;
}

/** What one emulator decides by: its options, which never change, and the faults that tests add. */
export interface Policy {
  /** Varies the latency of each number within a range. */
  readonly seed: number;
  /** The configured rule in code; it returns undefined to leave the decision to the other rules. */
  carrierRule(number: string, channel: string): Decision | undefined;
  /** Waiting times before each additional attempt at a webhook, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
  /** The payload that a webhook has: the true one, or the one of a fault that a test added, with its sentence. */
  changePayload(kind: WebhookKind, payload: object): { payload: object; fault?: string | undefined };
  /** The next time of a cron expression after an instant, GMT; undefined when the last possible date comes first. */
  nextRun(expression: string, after: number): number | undefined;
}

/**
 * The access of a use case to the service: it reads the state, records facts, schedules jobs and generates identifiers.
 */
export interface Transaction {
  /** What is true, including what this transaction has recorded. */
  readonly state: State;
  /** The instant of processing, in milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  /** Who or what started it. */
  readonly origin: Origin;
  readonly policy: Policy;
  /** Records a fact and applies it immediately. Checks come first: a rejection after a fact is a crash. */
  record(fact: Fact): void;
  /** Schedules a job for a time; a job that is already due runs after this transaction. */
  schedule(dueAt: number, job: Job): void;
}
