import type * as sdk from '@messaging-service/sdk';
import type * as node from '@messaging-service/sdk/node';
import type * as webhooks from '@messaging-service/webhooks';
import type { Stage } from './addresses.ts';
import type { Sandbox } from './sandbox.ts';

/** The built packages, in whichever way a runtime has loaded them. */
export interface Packages {
  readonly sdk: typeof sdk;
  readonly webhooks: typeof webhooks;
  /** The transport over `node:http`; only where there is such a module. */
  readonly node?: typeof node;
}

/** What some runtimes do not have. A case that needs it is skipped there, with the target's reason. */
export type Flag =
  /** node:crypto can be had without an import. */
  | 'nodeCrypto'
  /** A refused connection can be told from one that was lost. */
  | 'refusalTold'
  /** A connection that was closed before any answer is an error, and not a reason to send once more. */
  | 'noResending'
  /** Servers that speak TLS can be started. */
  | 'tls'
  /** A failed TLS handshake can be told from a lost connection. */
  | 'handshakeTold'
  /** The default `fetch` speaks HTTP/2. */
  | 'http2'
  /** Names of hosts are looked up. */
  | 'names'
  /** Programs need a permission for each host. */
  | 'permissions'
  /** Pages may call another origin only where its service allows that. */
  | 'origins'
  /** There is `node:http`. */
  | 'nodeHttp';

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
  readonly needs?: Flag | readonly Flag[];
  /** It runs only where the runtime lacks this, and says what happens then. */
  readonly without?: Flag;
  readonly run: (context: Context) => Promise<void> | void;
}
