import type * as z from 'zod/mini';
import { accountEndpoints } from './account-endpoints.ts';
import { batchEndpoints } from './batch-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { messageEndpoints } from './message-endpoints.ts';
import { receiptCodeEndpoints } from './receipt-code-endpoints.ts';

/**
 * Every operation of the service: resource, operation, row. The client calls by it, the emulator answers by it, and
 * documents are made from it.
 */
export const endpoints = {
  messages: messageEndpoints,
  batches: batchEndpoints,
  accounts: accountEndpoints,
  receiptCodes: receiptCodeEndpoints,
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
