import type { EmulatorConfig } from '../interpretations/interpretation.ts';

/** The result of one case. */
export interface ClauseResult {
  /** The name of the case, such as `add-message.merge-own-values-win`. */
  readonly id: string;
  /** The clauses of the behavior pages that it tests, such as `MSG-3`. */
  readonly clause: string;
  /** The tested behavior, as a sentence. */
  readonly sentence: string;
  /** Whether the service does this, does not do it, or could not be tested. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The unexpected response, or the reason why the case was skipped; undefined when it passed. */
  readonly detail: string | undefined;
  /** The capabilities that the target lacks, such as `organization-key`, if it was skipped for that reason. */
  readonly missing?: readonly string[] | undefined;
}

/** The result for one point that the specification leaves open. */
export interface InterpretationResult {
  /** The name of the open point, such as `statuses.sender_not_owned`. */
  readonly id: string;
  /** The clauses of the behavior pages that describe it, such as `ERR-2`. */
  readonly clause: string;
  /** The open question. */
  readonly question: string;
  /** What the service does, as a sentence; undefined when the kit could not find out. */
  readonly interpretation: string | undefined;
  /** Why the kit could not find out; undefined when it did. */
  readonly detail: string | undefined;
  /** Whether an emulator without options does something else. */
  readonly differs?: boolean | undefined;
  /** Options that make the emulator do the same; undefined when it does already, or cannot. */
  readonly config?: EmulatorConfig | undefined;
  /** The capabilities that the target lacks, such as `sending`, if it could not be detected for that reason. */
  readonly missing?: readonly string[] | undefined;
}
