/** What a history knows of one service: the default one, or a sandbox. */
export interface Scope {
  /** The path of its control API. */
  readonly path: string;
  readonly organizationKey: string;
  readonly accounts: string[];
  /** Keys of accounts, also of those that are deactivated. */
  readonly keys: string[];
  readonly batches: string[];
  readonly messages: string[];
  /** The latest time that a response contained, in ms since the epoch. */
  now: number;
  /** Messages that had no receipt when they were listed. */
  readonly open: string[];
  readonly webhooks: string[];
  readonly requests: string[];
  readonly moves: string[];
  readonly faults: string[];
}

/** What a call is made of: a service, its objects, and random choices. */
export interface World extends Scope {
  readonly sandboxes: readonly string[];
  /** Returns a whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** Returns true once in so many times. */
  readonly rarely: (times: number) => boolean;
  /** Returns one of the items; undefined if there is none. */
  readonly one: <T>(items: readonly T[]) => T | undefined;
  /** Returns an identifier of such an object, rarely an unknown or invalid one; undefined if there is none yet. */
  readonly id: (items: readonly string[]) => string | undefined;
}

/** An identifier that no object has. */
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

/** The random choices of a history. */
export function choices(random: () => number): Pick<World, 'below' | 'rarely' | 'one' | 'id'> {
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(items: readonly T[]) => items[below(items.length)];
  const rarely = (times: number) => below(times) === 0;
  return {
    below,
    one,
    rarely,
    id: (items) => (rarely(15) ? one([UNKNOWN_UUID, 'unknown', '999999', 'a b']) : one(items)),
  };
}

/** A service whose control API has this path. */
export function scopeOf(path: string, keys: Keys): Scope {
  return {
    path,
    organizationKey: keys.organization.apiKey,
    accounts: [keys.account.identifier],
    keys: [keys.account.apiKey],
    batches: [],
    messages: [],
    open: [],
    now: Date.parse('2030-01-01T08:00:00Z'),
    webhooks: [],
    requests: [],
    moves: [],
    faults: [],
  };
}

/** The keys of a service. */
export interface Keys {
  readonly organization: { readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
}
