import { expect, test } from 'vitest';
import { csvOf } from '../../src/export/csv.ts';

test('rows become lines under the names of all members', () => {
  expect(
    csvOf([
      { to: '+447700900123', units: 1 },
      { to: '+447700900124', code: null },
    ]),
  ).toBe('to,units,code\r\n+447700900123,1,\r\n+447700900124,,\r\n');
});

test.each([
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'say "hi"', '"say ""hi"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['an object', { code: '22' }, '"{""code"":""22""}"'],
  ['nothing', undefined, ''],
  ['a truth value', false, 'false'],
])('%s is written so that a spreadsheet reads it back', (_, value, cell) => {
  expect(csvOf([{ value, end: 1 }])).toBe(`value,end\r\n${cell},1\r\n`);
});
