import { expect, test } from 'vitest';
import { messageId } from './message-id.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('a message identifier is a UUID of version 5 (RFC 9562, A.4)', () => {
  expect(messageId(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('another reason or another namespace gives another one', () => {
  const namespaces = [DNS, '6ba7b811-9dad-11d1-80b4-00c04fd430c8'];
  const ids = namespaces.flatMap((namespace) =>
    ['a', 'b', 'ä'].map((reason) => messageId(namespace, reason)),
  );
  expect(new Set(ids).size).toBe(6);
});
