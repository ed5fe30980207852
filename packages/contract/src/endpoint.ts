import type * as z from 'zod/mini';

/** Which kind of API key an operation takes; `any` takes both. See KEY-2 and KEY-3. */
export type KeyKind = 'account' | 'organization' | 'any';

/** One row of the table: everything a client needs to call the operation and a server to answer it. */
export interface Endpoint {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base URL, with placeholders. */
  readonly path: `/${string}`;
  /** The kind of API key it takes, in the query parameter `key`. */
  readonly key: KeyKind;
  /** Schema of the query, `key` apart. */
  readonly query: z.ZodMiniType;
  /** Schema of the body; null when none is read. */
  readonly body: z.ZodMiniType | null;
  /** The member by which the body is told from that of another operation with the same method and path. */
  readonly bodyMember?: string;
  /** Schema of the response with status 200. */
  readonly response: z.ZodMiniType;
  /** Paths of the values without which a response cannot be used, `*` standing for every position of a list. */
  readonly essential: readonly string[];
  /** Whether repeating the call leaves the same state, so that a client may retry it without asking. */
  readonly idempotent: boolean;
}
