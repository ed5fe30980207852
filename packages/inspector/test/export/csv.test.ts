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

test.each([
  ['=HYPERLINK("https://example.com";"Click")', `"'=HYPERLINK(""https://example.com"";""Click"")"`],
  ['+44 7700 900123', "'+44 7700 900123"],
  ['+1+1', "'+1+1"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1+1', "'  =1+1"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  ['-', "'-"],
])('a spreadsheet does not run the text %j', (value, cell) => {
  expect(csvOf([{ value, end: 1 }])).toBe(`value,end\r\n${cell},1\r\n`);
});

test.each(['+447700900123', '-12.5', '07700900123', 'a=b', '1+1', 'Sale: 50%'])(
  'the text %j stays as it is',
  (value) => {
    expect(csvOf([{ value }])).toBe(`value\r\n${value}\r\n`);
  },
);

test('a number below zero stays a number, and a text with a semicolon stays in one cell', () => {
  expect(csvOf([{ value: -5, text: 'a;=1+1' }])).toBe('value,text\r\n-5,"a;=1+1"\r\n');
});
