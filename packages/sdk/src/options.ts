/**
 * What sends a request: `globalThis.fetch`, or anything that takes a `Request` and answers a `Response`, such as the
 * `fetch` of an emulator. It gets the URL with the key in it, and its `signal` to stop by.
 */
export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** What every client can be told, its keys apart. */
export interface ClientOptions {
  /**
   * The service's base address, `http:` or `https:`, without credentials, query and fragment. A path in it is kept:
   * `https://gateway.example.com/messaging` calls `https://gateway.example.com/messaging/message`. spec.md, Conventions.
   */
  baseUrl: string | URL;
  /** What sends the requests. Default: the global `fetch`, as it is at the time of each call. */
  fetch?: Fetch | undefined;
  /** How long a request may take, in milliseconds, from sending it to the last byte of the answer. Default: 30,000. */
  timeout?: number | undefined;
  /**
   * What to do with a field of a request that is not in the specification. `refuse` (the default) throws a
   * `RequestValidationError`, since a mistyped `sendAt` would send now; `ignore` sends it as it is, for a service that
   * knows more than this version of the client.
   */
  unknownFields?: 'refuse' | 'ignore' | undefined;
  /**
   * Whether messages without `id` and batches without `uuid` are given one, a UUID of version 7: after a lost answer
   * it tells whether they were queued, and the service refuses it a second time. Default: true.
   */
  generateIds?: boolean | undefined;
}

/** Options of a client that sends messages and batches. */
export interface AccountClientOptions extends ClientOptions {
  /** The account's API key. spec.md, Authentication. */
  accountKey: string;
  /** Not given: see {@link FullClientOptions}. */
  organizationKey?: undefined;
}

/** Options of a client that manages accounts. */
export interface OrganizationClientOptions extends ClientOptions {
  /** The organization's API key. spec.md, Authentication. */
  organizationKey: string;
  /** Not given: see {@link FullClientOptions}. */
  accountKey?: undefined;
}

/** Options of a client that sends and manages accounts. */
export interface FullClientOptions extends ClientOptions {
  /** The account's API key. spec.md, Authentication. */
  accountKey: string;
  /** The organization's API key. spec.md, Authentication. */
  organizationKey: string;
}

/** What every call can be told. */
export interface CallOptions {
  /** Ends the call with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** How long this request may take, in milliseconds, instead of the client's `timeout`. */
  timeout?: number | undefined;
}
