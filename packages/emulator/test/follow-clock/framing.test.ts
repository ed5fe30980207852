import { expect, test } from 'vitest';
import { Messages } from '../../src/follow-clock/framing.ts';
import { endOf } from '../../src/follow-clock/redis/protocol.ts';

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

test('messages are found wherever the bytes are cut', () => {
  const bytes = Buffer.from(MESSAGES.join(''));
  for (let size = 1; size <= bytes.length; size++) {
    const messages = new Messages(endOf);
    const found: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += size)
      found.push(...messages.split(bytes.subarray(start, start + size)));
    expect(found.map(String)).toEqual(MESSAGES);
  }
});
