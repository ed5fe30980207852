import type * as client from '@messaging-service/emulator/client';
import type * as sdk from '@messaging-service/sdk';
import type * as node from '@messaging-service/sdk/node';
import type * as webhooks from '@messaging-service/webhooks';
import type { Stage } from './addresses.ts';
import type { Sandbox } from './sandbox.ts';

/** The built packages, as ES modules, CommonJS or a bundle. */
export interface Packages {
  readonly sdk: typeof sdk;
  readonly webhooks: typeof webhooks;
  /** The client of a running emulator. */
  readonly client: typeof client;
  /** The transport over `node:http`; undefined in runtimes without that module. */
  readonly node?: typeof node;
}

/** Features that some runtimes lack. A case that needs one is skipped there, with the target's reason. */
export type Flag =
  /** node:crypto is available without an import. */
  | 'nodeCrypto'
  /** A refused connection can be distinguished from a lost one. */
  | 'refusalReported'
  /** A connection that is closed before a response is an error; the runtime does not send again. */
  | 'noResending'
  /** Servers that speak TLS can be started. */
  | 'tls'
  /** A failed TLS handshake can be distinguished from a lost connection. */
  | 'handshakeReported'
  /** The default `fetch` speaks HTTP/2. */
  | 'http2'
  /** Host names are resolved. */
  | 'names'
  /** Programs need a permission for each host. */
  | 'permissions'
  /** Pages may call another origin only if its service allows it. */
  | 'origins'
  /** `node:http` exists. */
  | 'nodeHttp';

/** The environment of a case. */
export interface Context extends Packages {
  readonly stage: Stage;
  /** A separate service, so that cases do not share messages, faults or the clock. */
  readonly sandbox: Sandbox;
}

/** Runs one case of the suite. It throws if the case fails. */
export type Run = (context: Context) => Promise<void> | void;

/** The runtimes that run a case. */
export interface Condition {
  /** The features that the runtime must have. */
  readonly needs?: readonly Flag[];
  /** The feature that the runtime must lack; the case shows the behavior without it. */
  readonly without?: Flag;
}

/** One case of the suite. */
export interface Case extends Condition {
  readonly run: Run;
}

/** Cases by name. A function runs in every runtime. */
export type Cases = Readonly<Record<string, Run | Case>>;
