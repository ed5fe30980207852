import type { AnswerOf, CallOf, OperationName } from '@messaging-service/contract';
import {
  createMockMessagingClient,
  type MockCall,
  type MockOperations,
} from '@messaging-service/sdk/testing';
import { assertType, expectTypeOf, test } from 'vitest';

type Operation = Exclude<OperationName, 'accounts.topUpOnAccountPath'>;

test('requests and replies of a mock client have the types of the endpoint table', () => {
  type Written = {
    [Name in keyof MockOperations]: Pick<MockOperations[Name], 'query' | 'body'>;
  };
  type Mapped = {
    [Name in Operation]: { readonly query: CallOf<Name>['query']; readonly body: CallOf<Name>['body'] };
  };
  expectTypeOf<Written>().toEqualTypeOf<Mapped>();
  type WrittenAnswers = { [Name in keyof MockOperations]: MockOperations[Name]['answer'] };
  type MappedAnswers = { [Name in Operation]: AnswerOf<Name> };
  expectTypeOf<WrittenAnswers>().toEqualTypeOf<MappedAnswers>();
});

test('a reply must be a response of its operation', () => {
  const client = createMockMessagingClient();
  client.on('batches.send', ({ body }) => ({ identifier: body.uuid ?? '' }));
  // @ts-expect-error not a response of that operation
  client.on('batches.send', { counts: {} });
  // @ts-expect-error no such operation
  client.on('batches.sendOne', { identifier: '' });
});

test('operation distinguishes calls', () => {
  const call = null as unknown as MockCall;
  if (call.operation === 'messages.send')
    expectTypeOf(call.body.messages[0]?.to).toEqualTypeOf<string | undefined>();
  if (call.operation === 'batches.cancel') assertType<null>(call.body);
});
