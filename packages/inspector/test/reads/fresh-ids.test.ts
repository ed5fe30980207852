import { withFreshIds } from '@messaging-service/inspector/reads';
import { expect, test } from 'vitest';

test.each([
  [
    'a list of messages',
    '{"messages":[{"id":"1","to":"3"},{"to":"4"}]}',
    '{"messages":[{"to":"3"},{"to":"4"}]}',
  ],
  ['defaults', '{"messages":[{"to":"3"}],"defaults":{"id":"1"}}', '{"messages":[{"to":"3"}],"defaults":{}}'],
  ['a batch', '{"uuid":"1","id":"2","destinations":["3"]}', '{"destinations":["3"]}'],
])('identifiers are removed from %s', (_, body, fresh) => {
  expect(withFreshIds(body)).toBe(fresh);
});

test.each([
  ['a body without identifiers keeps its spaces', '{ "messages": [ { "to": "3" } ] }'],
  ['a body that is not JSON', 'not JSON'],
  ['messages that are not objects', '{"messages":[1,null]}'],
  ['another call', '{"accountUuid":"1","id":"2"}'],
  ['an unknown field beside the messages', '{"id":"1","messages":[{"to":"3"}]}'],
  ['an unknown field in a sender', '{"messages":[{"to":"3","from":{"type":"shared","id":"1"}}]}'],
  ['a list of messages that is not one', '{"id":"1","messages":"2"}'],
  ['an empty body', ''],
])('%s stays unchanged', (_, body) => {
  expect(withFreshIds(body)).toBe(body);
});
