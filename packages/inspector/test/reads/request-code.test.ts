import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseTarget } from '@messaging-service/emulator/host';
import { type CodeSource, codeOf } from '@messaging-service/inspector/reads';
import { sendServed, serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const KEY = '0123456789abcdef0123456789abcdef';
const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: `It's "here" & $HOME` };

const request = ({
  url = `/message?key=${KEY}`,
  ...members
}: Partial<CodeSource> & { readonly url?: string } = {}): CodeSource => ({
  method: 'POST',
  target: parseTarget(url),
  body: JSON.stringify({ messages: [message] }),
  baseUrl: 'http://127.0.0.1:4010',
  keyKind: 'account',
  ...members,
});

test('the command for a terminal sends exactly the same body', async () => {
  const command = codeOf(request()).curl.replace(/^curl/, 'printf "%s\\n"');
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(stdout.trimEnd().split('\n')).toEqual([
    `http://127.0.0.1:4010/message?key=${KEY}`,
    '-H',
    'content-type: application/json',
    '--data-raw',
    request().body,
  ]);
});

test('the command for a call without a body names its method', () => {
  expect(codeOf(request({ method: 'DELETE', url: `/batch/42?key=${KEY}`, body: '' })).curl).toBe(
    `curl -X DELETE 'http://127.0.0.1:4010/batch/42?key=${KEY}'`,
  );
});

test('the command for a POST without a body is a POST', () => {
  expect(codeOf(request({ body: '' })).curl).toBe(`curl -X POST 'http://127.0.0.1:4010/message?key=${KEY}'`);
});

test('the program makes the call with the SDK', () => {
  expect(
    codeOf(request({ body: '{"messages":[{"to":"1","x-y":"it\'s"}]}' })).sdk,
  ).toBe(`import { createMessagingClient } from '@messaging-service/sdk';

const client = createMessagingClient({
  baseUrl: 'http://127.0.0.1:4010',
  accountKey: '${KEY}',
});

console.log(await client.messages.send({ messages: [{ to: '1', 'x-y': 'it\\'s' }] }));
`);
});

test.each([
  ['POST', '/batch?isDryrun=true', '{}', 'batches.send({}, { dryRun: true })'],
  ['GET', '/batch', '', 'batches.listPending()'],
  ['GET', '/batch/42?details=true', '', "batches.receipts('42', { details: true })"],
  ['DELETE', '/batch/42', '', "batches.cancel('42')"],
  ['GET', '/account', '', 'accounts.list()'],
  ['POST', '/account', '{}', 'accounts.create({})'],
  ['PATCH', '/account/42', '{}', "accounts.update('42', {})"],
  ['PATCH', '/account/42', '{"topup":5}', "accounts.topUp({ accountUuid: '42', topup: 5 })"],
  ['PATCH', '/topup', '{}', 'accounts.topUp({})'],
  ['POST', '/batch?allowMulti=false', '{}', 'batches.send({}, { allowMulti: false })'],
  ['GET', '/dr-responses', '', 'receiptCodes()'],
  ['DELETE', '/account/42', '', "accounts.deactivate('42')"],
])('%s %s is the call %s', (method, url, body, call) => {
  expect(codeOf(request({ method, url, body })).sdk).toContain(`console.log(await client.${call});`);
});

test('the program reads receipt codes with the kind of key that the call had', () => {
  const call = request({ method: 'GET', url: `/dr-responses?key=${KEY}`, body: '' });
  expect(codeOf(call).sdk).toContain(`accountKey: '${KEY}'`);
  expect(codeOf({ ...call, keyKind: 'organization' }).sdk).toContain(`organizationKey: '${KEY}'`);
});

test('a call that the SDK does not make has no code', () => {
  expect(codeOf(request({ url: '/nothing' }))).toMatchObject({ sdk: null });
});

test('values of a call are the same values in the program, whatever they are', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  const hostile = fc.constantFrom(
    '{"__proto__":{"a":1},"constructor":2}',
    JSON.stringify([
      "it's",
      "\\'",
      '\\"',
      '\u2028\u2029',
      '\uD800',
      '${x}',
      '</script>',
      'a": 1',
      '",\n"b": 2',
    ]),
    JSON.stringify({ "a'b": 1, '"c"': 2, '0': 3, é: 4, if: 5, 'a-b': 6, '': 7, 'x":': 8, '\n"y': 9 }),
    '[-0,1e21,1e-7,12345678901234567890]',
  );
  fc.assert(
    fc.property(fc.oneof(json, hostile), (text) => {
      const { sdk } = codeOf(request({ url: `/batch?key=${KEY}`, body: text }));
      const [, written = ''] = /client\.batches\.send\(([\s\S]*)\)\);\n$/.exec(sdk ?? '') ?? [];
      // oxlint-disable-next-line no-implied-eval -- The code is what the page generates, and this test runs it.
      expect(JSON.stringify(new Function(`return (${written})`)())).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test.each(['null', '[]', '{"messages":7}', '{"messages":[null]}', '{', '{"destinations":[]}'])(
  'the body %s does not break the page',
  (body) => {
    expect(() => codeOf(request({ body }))).not.toThrow();
  },
);

test('a logged call is returned as code, with its key and the address that the caller names', async () => {
  const served = await serve();
  await sendServed(served);
  await served.api('GET /account/none');
  const code = (id: number) =>
    served.control<Record<string, string | null>>(`GET /requests/${id}/code?baseUrl=http://localhost:1`);
  const { body } = await code(1);
  expect(body.curl).toContain(`'http://localhost:1/message?key=${served.accountKey}'`);
  expect(body.sdk).toContain(`accountKey: '${served.accountKey}'`);
  expect((await code(2)).body).toMatchObject({ sdk: null });
  expect((await code(3)).status).toBe(404);
});

test('the code contains secrets and long bodies, so that it makes the same call', async () => {
  const served = await serve();
  const mo = { mo_webhook_secret: 'a secret of the receiver' };
  await served.api(`PATCH /account/${served.accountUuid}`, { mo });
  await sendServed(served, { body: 'x'.repeat(100_001) });
  const code = (id: number) =>
    served.read<Record<string, string>>(`/requests/${id}/code?baseUrl=http://localhost:1`);
  const edit = await code(1);
  expect(edit.curl).toContain('"mo_webhook_secret":"a secret of the receiver"');
  expect(edit.sdk).toContain(`organizationKey: '${served.organizationKey}'`);
  expect((await code(2)).curl).toContain(`"${'x'.repeat(100_001)}"`);
});
