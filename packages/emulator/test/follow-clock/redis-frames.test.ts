import { expect, test } from 'vitest';
import { Frames } from '../../src/follow-clock/redis/frames.ts';

/** One message of each type, among them some that contain line ends, nothing, and other messages. */
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

test('the ends of messages are found wherever the bytes are cut', () => {
  const bytes = Buffer.from(MESSAGES.join(''));
  const ends = MESSAGES.map((_, index) => MESSAGES.slice(0, index + 1).join('').length);
  for (let size = 1; size <= bytes.length; size++) {
    const frames = new Frames();
    const found: number[] = [];
    const types: string[] = [];
    let at = 0;
    for (let start = 0; start < bytes.length; start += size) {
      for (const piece of frames.split(bytes.subarray(start, start + size))) {
        at += piece.bytes.length;
        if (!piece.isEnd) continue;
        found.push(at);
        types.push(piece.type);
      }
    }
    expect(found).toEqual(ends);
    expect(types).toEqual(MESSAGES.map((message) => message.charAt(0)));
  }
});
