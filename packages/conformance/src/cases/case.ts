import type { Asker } from '../probe/probe.ts';
import type { Need } from '../service/target.ts';

/** One clause of the specification, and how to find out whether it holds. */
export interface Case {
  /** Names it in reports, such as `add-message.merge`. */
  readonly id: string;
  /** The clause of docs/behavior, such as `MSG-3`. */
  readonly clause: string;
  /** What it says. */
  readonly sentence: string;
  /** What the question takes, beyond the account's key. */
  readonly needs: readonly Need[];
  /** Puts the question; rejects with a violation when the clause does not hold. */
  readonly run: (asker: Asker) => Promise<void>;
}
