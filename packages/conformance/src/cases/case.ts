import type { Probe } from '../probe/probe.ts';
import type { Capability } from '../service/capabilities.ts';

/** A test of one or more clauses of the specification. */
export interface Case {
  /** The name in reports, such as `add-message.merge-own-values-win`. */
  readonly id: string;
  /** The clauses of docs/behavior, such as `MSG-3` or `MSG-3, MSG-6`. */
  readonly clause: string;
  /** The tested behavior, as a sentence. */
  readonly sentence: string;
  /** The capabilities that the case needs, beyond the account's key. Default: none. */
  readonly needs?: readonly Capability[];
  /**
   * Runs the case. Rejects with a `Violation` when the service breaks a clause, and with `Skipped` when it cannot
   * decide.
   */
  readonly run: (probe: Probe) => Promise<unknown>;
}
