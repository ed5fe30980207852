import type * as sdk from '@messaging-service/sdk';
import type * as webhooks from '@messaging-service/webhooks';
import type { Sandbox } from './sandbox.ts';

/** The built packages, in whichever way a runtime has loaded them. */
export interface Packages {
  readonly sdk: typeof sdk;
  readonly webhooks: typeof webhooks;
}

/** Where the servers are that the suite talks to. Plain data: it travels to the runtime as JSON. */
export interface Stage {
  /** The emulator: the base URL of clients, and what the control API lies below. */
  readonly api: string;
  /** The helper of stage.ts: it receives webhooks, and stalls in the middle of answers. */
  readonly front: string;
  /** An address where nobody listens. */
  readonly refused: string;
}

/** What some runtimes do not have. A case that needs it is skipped there, with the target's reason. */
export type Flag =
  /** node:crypto can be had without an import. */
  | 'nodeCrypto'
  /** A refused connection can be told from one that was lost. */
  | 'refusalTold'
  /** A connection that was closed before any answer is an error, and not a reason to send once more. */
  | 'noResending';

/** What a case works with. */
export interface Context extends Packages {
  readonly stage: Stage;
  /** A service of this case's own, so that no case sees another's messages, faults or clock. */
  readonly sandbox: Sandbox;
}

/** One case of the suite. It throws where something is not as it should be. */
export interface Case {
  readonly name: string;
  /** It runs only where the runtime has this. */
  readonly needs?: Flag;
  /** It runs only where the runtime lacks this, and says what happens then. */
  readonly without?: Flag;
  readonly run: (context: Context) => Promise<void> | void;
}
