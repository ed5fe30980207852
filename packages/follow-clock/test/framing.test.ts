import type { ConversationParts } from '@messaging-service/follow-clock/core';
import { Messages, PostgresConversation, pieceAt } from '@messaging-service/follow-clock/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** One message of each type of Redis, among them some that contain line ends, nothing, and other messages. */
const MESSAGES = [
  '+OK\r\n',
  '-ERR wrong\r\n',
  ':12\r\n',
  '_\r\n',
  '#t\r\n',
  ',1.5\r\n',
  '(123456789\r\n',
  '$5\r\na\r\nbc\r\n',
  '$0\r\n\r\n',
  '$-1\r\n',
  '=7\r\ntxt:a\r\n\r\n',
  '*0\r\n',
  '*-1\r\n',
  '*3\r\n:1\r\n*2\r\n$1\r\na\r\n*0\r\n+x\r\n',
  '%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n:2\r\n',
  '~1\r\n:1\r\n',
  '>2\r\n+message\r\n$1\r\na\r\n',
  '|1\r\n+ttl\r\n:9\r\n*1\r\n:1\r\n',
];

/** Cuts bytes after the lengths in turn. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += chunks.at(-1)?.length ?? 0)
    chunks.push(bytes.subarray(start, start + (lengths[chunks.length % lengths.length] ?? 1)));
  return chunks;
}

const LENGTHS = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

test('messages are found wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MESSAGES)), LENGTHS, (sent, lengths) => {
      const messages = new Messages(pieceAt);
      const found = cut(Buffer.from(sent.join('')), lengths).flatMap((chunk) => messages.split(chunk));
      expect(found.map(String)).toEqual(sent);
    }),
  );
});

test('each element of a large reply is read once', () => {
  const count = 10_000;
  const reply = Buffer.from(`*${count}\r\n${'$3\r\nabc\r\n'.repeat(count)}`);
  let reads = 0;
  const messages = new Messages((bytes, at) => {
    reads++;
    return pieceAt(bytes, at);
  });
  const chunks = cut(reply, [1_000]);
  expect(chunks.flatMap((chunk) => messages.split(chunk))).toEqual([reply]);
  expect(reads).toBeLessThanOrEqual(1 + count + chunks.length);
});

test('a reply can be nested deeply', () => {
  const reply = `${'*1\r\n'.repeat(100_000)}:1\r\n`;
  expect(new Messages(pieceAt).split(Buffer.from(reply)).map(String)).toEqual([reply]);
});

test('a connection to Postgres is ready when all its queries are, wherever the responses are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), LENGTHS, (rows, lengths) => {
      const expectations: boolean[] = [];
      const parts = { expect: (isExpected: boolean) => expectations.push(isExpected) };
      const conversation = new PostgresConversation(parts as unknown as ConversationParts);
      conversation.write(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
      conversation.write(Buffer.concat(rows.map((row) => messageOf('Q', row))));
      const ready = messageOf('Z', 'I');
      const responses = [ready, ...rows.flatMap((row) => [messageOf('D', row), ready])];
      const chunks = cut(Buffer.concat(responses), lengths);
      const read = chunks.map((chunk) => conversation.read(chunk));
      expect(Buffer.concat(read)).toEqual(Buffer.concat(chunks));
      expect(expectations.indexOf(false)).toBe(expectations.length - 1);
    }),
  );
});

/** A message of the Postgres protocol. */
function messageOf(type: string, text: string): Buffer {
  const bytes = Buffer.from(`${type}    ${text}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
