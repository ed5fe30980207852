import type * as z from 'zod/mini';

/** The kind of API key that an operation requires; `any` accepts both. See KEY-2 and KEY-3. */
export type KeyKind = 'account' | 'organization' | 'any';

/** One row of the table, with everything that clients and servers need to know about an operation. */
export interface Endpoint {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base URL, with placeholders and without a version. See API-1 and API-11. */
  readonly path: `/${string}`;
  /** The kind of API key that it requires in the query parameter `key`. */
  readonly key: KeyKind;
  /** Schema of the query, except `key`. */
  readonly query: z.ZodMiniType;
  /** Schema of the body; null for operations without one. */
  readonly body: z.ZodMiniType | null;
  /** The member that distinguishes the body from that of another operation with the same method and path. */
  readonly bodyMember?: string;
  /** Schema of the response with status 200. */
  readonly response: z.ZodMiniType;
  /** Paths of the values that a usable response must have; `*` is every position of a list. Default: none. */
  readonly essential?: readonly string[];
  /** Whether repeating the call leaves the same state, so that a client may retry it automatically. */
  readonly idempotent: boolean;
}
