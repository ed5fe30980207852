/**
 * A client for tests: the same types, the same checks and errors, and no network.
 *
 * @packageDocumentation
 */
export type {
  AddBatchQuery,
  AddMessageQuery,
  BatchRequest as ReceivedBatch,
  MergedAddMessageRequest,
  NoQuery,
  ReceiptsQuery,
} from '@messaging-service/contract';
export type {
  MockCall,
  MockCallOf,
  MockOperation,
  MockOperations,
  MockReply,
  MockScript,
  ReplyOptions,
} from './testing/mock-calls.ts';
export {
  createMockMessagingClient,
  type MockMessagingClient,
  type MockOptions,
} from './testing/mock-client.ts';
export { lose, type MockFailure, type RefuseOptions, refuse } from './testing/mock-failures.ts';
