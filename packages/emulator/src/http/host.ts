import { known } from '../domain/state/state.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { Service } from '../runtime/service.ts';
import type { Restorable, Snapshot } from '../runtime/snapshot/snapshot.ts';
import { readSnapshot } from '../runtime/snapshot/snapshot-reader.ts';
import { RequestLog } from './control/request-log.ts';
import { Gateway } from './public/gateway.ts';

/** An organization and its key. */
export interface OrganizationCredentials {
  /** Its UUID. */
  readonly identifier: string;
  /** Its API key. */
  readonly apiKey: string;
}

/** An account, its key, and what it may send with. */
export interface AccountCredentials {
  /** Its UUID. */
  readonly identifier: string;
  /** Its API key. */
  readonly apiKey: string;
  /** Sender IDs it owns. */
  readonly senders: readonly string[];
}

/** What is there from the start. */
export interface Credentials {
  /** The organization, which has the pool of shared sender IDs. */
  readonly organization: OrganizationCredentials;
  /** Its accounts, the default one first. */
  readonly accounts: readonly AccountCredentials[];
  /** The pool of shared sender IDs. */
  readonly sharedSenders: readonly string[];
}

/** A key, and the account or organization it belongs to. */
export interface KeyClaim {
  readonly apiKey: string;
  readonly uuid: string;
}

/** One emulated service with the way in to it: what an in-process emulator holds, and a server for each sandbox. */
export class Host {
  readonly service: Service;
  readonly gateway: Gateway;
  /** What a server was asked; calls within the process are not written down. */
  readonly requests = new RequestLog();

  /** Asks for keys that a snapshot brings. A server with several services refuses those that another one has. */
  claimKeys: (keys: readonly KeyClaim[]) => void = () => undefined;

  /**
   * @param options - What the service is made with.
   * @param keySpace - Sets its API keys apart from those of its neighbours; 0 for one that stands alone.
   */
  constructor(options: EmulatorOptions, keySpace = 0) {
    this.service = new Service(options, keySpace);
    this.gateway = new Gateway(this.service);
  }

  /** The keys and sender IDs that are there from the start, for those who will call. */
  credentials(): Credentials {
    const { core, founded } = this.service;
    const { state } = core;
    const accounts = founded.accountUuids.map((identifier) => ({
      identifier,
      apiKey: known(state.accounts, identifier).apiKey,
      senders: [...state.senderOwners].filter(([, owner]) => owner === identifier).map(([sender]) => sender),
    }));
    const { uuid, apiKey } = known(state.organizations, founded.organizationUuid);
    return { organization: { identifier: uuid, apiKey }, accounts, sharedSenders: state.sharedSenders };
  }

  /** Back to the beginning, without faults and with nothing in the log. */
  reset(): void {
    this.gateway.faults.reset();
    this.requests.clear();
    this.service.reset();
  }

  /** Goes on from a snapshot, unless one of its keys is in use by another service of the server. */
  restore(snapshot: Snapshot): void {
    this.adopt(readSnapshot(snapshot));
  }

  /** The same with a snapshot that was read and found valid. Nothing changes if a key is refused. */
  adopt(restorable: Restorable): void {
    const { organizations, accounts } = restorable.state;
    this.claimKeys([...organizations.values(), ...accounts.values()]);
    this.service.adopt(restorable);
  }

  /** Where warnings go. */
  readonly warn = (message: string): void => {
    const { onWarning } = this.service.options;
    if (onWarning !== undefined) onWarning(message);
    // oxlint-disable-next-line no-console -- a warning has to reach the person whose test hangs.
    else console.warn(`[messaging-emulator] ${message}`);
  };
}
