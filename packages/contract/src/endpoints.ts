import type * as z from 'zod/mini';
import { accountEndpoints } from './account-endpoints.ts';
import { batchEndpoints } from './batch-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { messageEndpoints } from './message-endpoints.ts';
import { receiptCodeEndpoints } from './receipt-code-endpoints.ts';

/**
 * Every operation of the service: resource, operation, row. The client, the emulator and the OpenAPI document are built on
 * this table. See API-2.
 */
export const endpoints = {
  messages: messageEndpoints,
  batches: batchEndpoints,
  accounts: accountEndpoints,
  receiptCodes: receiptCodeEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>;

/** The endpoint table, as a type: every view of an operation is mapped from it. */
export type Endpoints = typeof endpoints;

/**
 * The name of an operation, such as `messages.send`. The names are written out, because declarations that only need a name
 * would otherwise contain the table, whose types import zod.
 */
export type OperationName =
  | 'messages.send'
  | 'batches.send'
  | 'batches.cancel'
  | 'batches.receipts'
  | 'batches.listPending'
  | 'accounts.list'
  | 'accounts.create'
  | 'accounts.update'
  | 'accounts.topUp'
  | 'accounts.topUpOnAccountPath'
  | 'accounts.deactivate'
  | 'receiptCodes.list';

/** The row of an operation, by its name. */
export type EndpointNamed<Name extends OperationName> = Name extends `${infer Resource}.${infer Operation}`
  ? Resource extends keyof Endpoints
    ? Operation extends keyof Endpoints[Resource]
      ? Endpoints[Resource][Operation] & Endpoint
      : never
    : never
  : never;

/** The validated query and body of a call of an operation. */
export interface CallOf<Name extends OperationName> {
  /** The query. */
  readonly query: z.output<EndpointNamed<Name>['query']>;
  /** The body; null for operations without one. */
  readonly body: EndpointNamed<Name>['body'] extends z.ZodMiniType<infer Body> ? Body : null;
}

/** The body of an operation's response with status 200. */
export type AnswerOf<Name extends OperationName> = z.output<EndpointNamed<Name>['response']>;
