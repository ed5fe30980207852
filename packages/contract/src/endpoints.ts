import * as z from 'zod/mini';
import * as account from './account.ts';
import * as batch from './batch.ts';
import * as message from './message.ts';
import { flagSchema } from './primitives.ts';
import * as receipt from './receipt.ts';
import { DRY_RUN_SPELLINGS, readEitherSpelling, spellingsAgree } from './spelling.ts';

/** Which kind of API key an operation takes; `any` takes both. spec.md, Authentication; facts.md, 2. */
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
  /** Schema of the answer with status 200. */
  readonly response: z.ZodMiniType;
  /** Whether repeating the call leaves the same state, so that a client may retry it without asking. */
  readonly idempotent: boolean;
}

/** Query of add-message. spec.md, Add message. */
export interface AddMessageQuery {
  /** Validate and answer, but queue nothing. The sample spells it `dryRun`; both are read. */
  isDryrun?: boolean | undefined;
}

/** Query of add-batch. spec.md, Add batch. */
export interface AddBatchQuery extends AddMessageQuery {
  /** Whether texts of several units are accepted; they are unless this is false. */
  allowMulti?: boolean | undefined;
}

/** Query of get-delivery-receipts. spec.md, Get delivery receipts. */
export interface ReceiptsQuery {
  /** Answer with one entry for each message as well. */
  details?: boolean | undefined;
}

/** An operation that takes nothing in the query but the key. */
export type NoQuery = Record<never, never>;

const flag = z.optional(flagSchema);
const noQuery: z.ZodMiniType<NoQuery> = z.strictObject({});
const receiptsQuery: z.ZodMiniType<ReceiptsQuery> = z.strictObject({ details: flag });
const addMessageQuery: z.ZodMiniType<AddMessageQuery> = dryRunQuery(
  z.strictObject({ isDryrun: flag, dryRun: flag }),
);
const addBatchQuery: z.ZodMiniType<AddBatchQuery> = dryRunQuery(
  z.strictObject({ isDryrun: flag, dryRun: flag, allowMulti: flag }),
);

function dryRunQuery<Query extends object>(query: z.ZodMiniType<Query>): z.ZodMiniType<Query> {
  return z.pipe(
    query.check(spellingsAgree(DRY_RUN_SPELLINGS)),
    z.transform((flags: Query) => readEitherSpelling(flags, DRY_RUN_SPELLINGS)),
  );
}

/**
 * Every operation of the service: resource, operation, row. The client calls by it, the emulator answers by it, and
 * documents are made from it.
 */
export const endpoints = {
  messages: {
    /** Add message: queues several distinct messages. spec.md, Add message. */
    send: {
      method: 'POST',
      path: '/message',
      key: 'account',
      query: addMessageQuery,
      body: message.addMessageRequestSchema,
      response: message.addMessageResponseSchema,
      idempotent: false,
    },
  },
  batches: {
    /** Add batch: queues one text for a list of destinations. spec.md, Add batch. */
    send: {
      method: 'POST',
      path: '/batch',
      key: 'account',
      query: addBatchQuery,
      body: batch.batchRequestSchema,
      response: batch.batchResponseSchema,
      idempotent: false,
    },
    /** Cancel pending batch: deletes it for good and frees the credits it held. spec.md, Cancel pending batch. */
    cancel: {
      method: 'DELETE',
      path: '/batch/{batchUuid}',
      key: 'account',
      query: noQuery,
      body: null,
      response: batch.cancelBatchResponseSchema,
      idempotent: true,
    },
    /** Get delivery receipts of a batch. spec.md, Get delivery receipts. */
    receipts: {
      method: 'GET',
      path: '/batch/{batchUuid}',
      key: 'account',
      query: receiptsQuery,
      body: null,
      response: receipt.receiptSummarySchema,
      idempotent: true,
    },
    /** Get pending batches: those scheduled for the future. spec.md, Get pending batches. */
    listPending: {
      method: 'GET',
      path: '/batch',
      key: 'account',
      query: noQuery,
      body: null,
      response: batch.pendingBatchesResponseSchema,
      idempotent: true,
    },
  },
  accounts: {
    /** List accounts, deleted ones included. spec.md, List accounts. */
    list: {
      method: 'GET',
      path: '/account',
      key: 'organization',
      query: noQuery,
      body: null,
      response: account.accountsResponseSchema,
      idempotent: true,
    },
    /** Create account: the answer shows its API key, this once. spec.md, Create account; facts.md, 1 and 2. */
    create: {
      method: 'POST',
      path: '/account',
      key: 'organization',
      query: noQuery,
      body: account.createAccountRequestSchema,
      response: account.createAccountResponseSchema,
      idempotent: false,
    },
    /** Edit account. spec.md, Edit account. */
    update: {
      method: 'PATCH',
      path: '/account/{accountUuid}',
      key: 'organization',
      query: noQuery,
      body: account.editAccountRequestSchema,
      response: account.editAccountResponseSchema,
      idempotent: true,
    },
    /** Top up account: adds paid credits. spec.md, Top up account; facts.md, 2 and 4. */
    topUp: {
      method: 'PATCH',
      path: '/topup',
      key: 'organization',
      query: noQuery,
      body: account.topUpRequestSchema,
      response: account.statusResponseSchema,
      idempotent: false,
    },
    /** Top up account on the account's own path, which it shares with edit-account. facts.md, 5. */
    topUpOnAccountPath: {
      method: 'PATCH',
      path: '/account/{accountUuid}',
      key: 'organization',
      query: noQuery,
      body: account.accountTopUpRequestSchema,
      bodyMember: 'topup',
      response: account.statusResponseSchema,
      idempotent: false,
    },
    /** Deactivate account: its key stops working and it is listed as deleted. facts.md, 6. */
    deactivate: {
      method: 'DELETE',
      path: '/account/{accountUuid}',
      key: 'organization',
      query: noQuery,
      body: null,
      response: account.statusResponseSchema,
      idempotent: true,
    },
  },
  receiptCodes: {
    /** The catalogue of receipt codes. facts.md, 7. */
    list: {
      method: 'GET',
      path: '/dr-responses',
      key: 'any',
      query: noQuery,
      body: null,
      response: receipt.receiptCodesSchema,
      idempotent: true,
    },
  },
} as const satisfies Record<string, Record<string, Endpoint>>;

/** The endpoint table, as a type: every view of an operation is mapped from it. */
export type Endpoints = typeof endpoints;

/** The name of an operation, such as `messages.send`. */
export type OperationName = {
  [Resource in keyof Endpoints]: `${Resource}.${keyof Endpoints[Resource] & string}`;
}[keyof Endpoints];

/** The row of an operation, by its name. */
export type EndpointNamed<Name extends OperationName> = Name extends `${infer Resource}.${infer Operation}`
  ? Resource extends keyof Endpoints
    ? Operation extends keyof Endpoints[Resource]
      ? Endpoints[Resource][Operation] & Endpoint
      : never
    : never
  : never;

/** What a call of an operation carries beside its key and its path, once validated. */
export interface CallOf<Name extends OperationName> {
  /** The query. */
  readonly query: z.output<EndpointNamed<Name>['query']>;
  /** The body; null where none is read. */
  readonly body: EndpointNamed<Name>['body'] extends z.ZodMiniType<infer Body> ? Body : null;
}

/** What an operation answers with status 200. */
export type AnswerOf<Name extends OperationName> = z.output<EndpointNamed<Name>['response']>;
