import { describe } from 'vitest';
import { expectKeptWhole, failure } from './refused-send.ts';
import { test } from './scripted-service.ts';

describe('an error response of any size', () => {
  const bodies: readonly [string, Buffer][] = [
    ['10 MB of text', Buffer.from('word '.repeat(2_000_000))],
    ['10 MB of one word', Buffer.alloc(10_000_000, 'x')],
    ['10 MB of white space', Buffer.alloc(10_000_000, ' ')],
    ['10 MB of tags that do not end', Buffer.from('<title'.repeat(1_700_000))],
    ['10 MB of scripts that do not end', Buffer.from('<script>'.repeat(1_250_000))],
    ['10 MB of JSON', Buffer.from(JSON.stringify({ message: 'm'.repeat(10_000_000) }))],
    ['a list of a million errors', Buffer.from(JSON.stringify({ errors: Array(1_000_000).fill({ a: 1 }) }))],
  ];
  test.for(bodies)('%s: kept completely, and shown in short form', async ([, body], { service }) => {
    expectKeptWhole(await failure(service, 500, body), body);
  });
});
