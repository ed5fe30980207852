import {
  addMessageRequestSchema,
  batchRequestSchema,
  editAccountRequestSchema,
  validate,
  webUrlProblem,
} from '@messaging-service/contract';
import { expect, test } from 'vitest';

test.each([
  'https://example.com',
  'HTTPS://Example.COM:8443/Receipts?id=1#part',
  'http://127.0.0.1:4010/',
  'http://127.1:4010/',
  'http://0x7f.0.0.1/',
  'http://[::1]:4010/x',
  'http://[0:0:0:0:0:0:0:1]/x',
  'https://user:secret@example.com/x',
  'https://example.com?x=1',
  'https://example.com./x',
  'https://xn--mnchen-3ya.example/x',
  'https://münchen.example/straße?q=größe',
  'https://日本語.example/受信?名=値',
  'https://مثال.example/می‌خواهم',
  'https://example.com/👩🏽‍🚀',
  "https://example.com/O'Brien;v=1,2/(a)[b]|c~d!$&+=@:*",
  'https://example.com/100%',
  'https://example.com/a/../b',
])('%j is the URL of a web server (WHK-7)', (url) => {
  expect(webUrlProblem(url)).toBeUndefined();
});

test.each([
  ['https://example.com/x\n', 'U+000A'],
  ['https://example.com/x\r\n', 'U+000D, U+000A'],
  ['\thttps://example.com/x', 'U+0009'],
  ['https://exa\nmple.com/x', 'U+000A'],
  ['https://example.com/x\u0000', 'U+0000'],
  ['\uFEFFhttps://example.com/x', 'U+FEFF'],
  ['https://example.com/\u202Ex', 'U+202E'],
  ['https://exam\u00ADple.com/x', 'U+00AD'],
  ['https://example.com/\u00A0x', 'U+00A0'],
  ['https://example.com/\u3000x', 'U+3000'],
  [' https://example.com/x', 'begin or end with a space'],
  ['https://example.com/x ', 'begin or end with a space'],
  ['https://example.com/a b', 'write %20'],
  ['https:\\\\example.com\\x', 'backslash'],
  ['https://example.com\\x', 'backslash'],
  ['https:example.com', 'two slashes'],
  ['https:/example.com', 'two slashes'],
  ['https:///example.com', 'two slashes'],
  ['https://', 'two slashes'],
  ['https://example.com/{id}', 'write %7B'],
  ['https://example.com/"x"', 'write %22'],
  ['https://example.com/<x>', 'write %3C'],
  ['https://example.com/`x`', 'write %60'],
  ['https://example.com/^x', 'write %5E'],
  ['https://@example.com/x', 'name before @'],
  ['https://:@example.com/x', 'name before @'],
  ['https://user@/x', 'must have a host'],
  ['https://a@b@example.com/x', 'one @'],
  ['https://example.com:/x', 'port'],
  ['https://example.com:0443/x', 'port'],
  ['https://example.com:65536/x', 'port'],
  ['https://ex%61mple.com/x', 'example.com'],
  ['', 'absolute http or https URL'],
  ['example.com/x', 'absolute http or https URL'],
  ['//example.com/x', 'absolute http or https URL'],
  ['ftp://example.com/x', 'absolute http or https URL'],
])('%j is refused, because %s (WHK-7)', (url, reason) => {
  expect(webUrlProblem(url)).toContain(reason);
});

test('the URLs of all requests are decided by one rule (WHK-7)', () => {
  const url = 'https://example.com/x\n';
  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Hi', callback: url };
  const batch = { from: 'DEMO', message: 'Hi', destinations: ['447700900123'], callback: url };
  for (const result of [
    validate(addMessageRequestSchema, { messages: [message] }),
    validate(batchRequestSchema, batch),
    validate(editAccountRequestSchema, { mo: { mo_webhook_url: url } }),
  ])
    expect(result).toMatchObject({
      ok: false,
      issues: [{ message: 'must not contain U+000A, which is invisible' }],
    });
  expect(validate(editAccountRequestSchema, { mo: { mo_webhook_url: '' } }).ok).toBe(true);
});
