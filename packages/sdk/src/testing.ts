/**
 * A client for tests: the same types, the same checks and errors, and no network.
 *
 * @packageDocumentation
 */
export type {
  MockCall,
  MockCallOf,
  MockOperation,
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
