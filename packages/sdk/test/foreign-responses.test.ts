import { inspect } from 'node:util';
import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import { type ApiError, ServerError } from '@messaging-service/sdk';
import { describe, expect, vi } from 'vitest';
import { expectKeptWhole, failure } from './refused-send.ts';
import { createFullClient, failureOf, message } from './samples.ts';
import { ACCOUNT_KEY, test } from './scripted-service.ts';

describe('the message contains the text of the service', () => {
  const problem = {
    type: 'https://example.com/probs/validation',
    title: 'Your request is not valid',
    detail: 'Two fields are wrong.',
    'invalid-params': [
      { name: 'to', reason: 'must be reachable' },
      { name: 'body', reason: 'must be shorter' },
    ],
  };
  test.for([
    ['Invalid API key', 'Invalid API key'],
    ['"Invalid API key"', 'Invalid API key'],
    ['{"message":"Destination country not enabled"}', 'Destination country not enabled'],
    ['{"error":"no credits"}', 'no credits'],
    ['{"error":{"message":"no credits"}}', 'no credits'],
    ['{"error":"invalid_token","error_description":"The token has expired"}', 'The token has expired'],
    ['{"errors":["first","second"]}', 'first'],
    ['{"errors":[{"message":"first"},{"message":"second"}]}', 'first'],
    [JSON.stringify(problem), 'Two fields are wrong. (to must be reachable; body must be shorter)'],
    ['{"message":"Invalid","errors":[{"field":"to","message":"is blocked"}]}', 'Invalid (to is blocked)'],
    ['<!doctype html><title> 502 Bad gateway </title><p>x', '502 Bad gateway x'],
    ['<html><style>p { color: red }</style><body><h1>Forbidden</h1> <p>By policy</p>', 'Forbidden By policy'],
    ['<?xml version="1.0"?><Error><Message>Slow down</Message></Error>', 'Slow down'],
    ['<Error><Message>Slow down</Message></Error>', 'Slow down'],
    ['<html></html>', 'a page without text'],
    ['', 'the response has no body'],
    [' \n\t ', 'the response has no body'],
    ['{}', '{}'],
    ['[]', '[]'],
    ['null', 'null'],
    ['{"error":', '{"error":'],
    ['two\nlines\u0000\u0007 of\ttext', 'two lines of text'],
  ] as const)('%s', async ([body, words], { service }) => {
    const error = await failure(service, 422, body);
    expect(error.message).toBe(`POST /message returned 422${error.code ? ` ${error.code}` : ''}: ${words}`);
    expect(error.body).toBe(body);
    expect(inspect(error)).toContain(words);
    expect(error.toJSON().body).toBe(body === '' ? undefined : body);
  });

  test.for([
    ['{"message":" ","detail":"Two"}', 'Two'],
    ['{"error":" ","errors":["Two"]}', 'Two'],
    ['{"fault":{"message":"Two"}}', 'Two'],
    ['{"Error":{"Message":"Two"}}', 'Two'],
    ['{"error":{"error":{"error":"three levels down"}}}', 'three levels down'],
    ['{"error":{"error":{"error":{"message":"four"}}}}', '{"error":{"error":{"error":{"message":"four"}}}}'],
    ['[[["three levels down"]]]', 'three levels down'],
    ['[[[["four"]]]]', '[[[["four"]]]]'],
    ['size<max and <b>', 'size<max and <b>'],
    ['\uFEFF \n<P>Forbidden', 'Forbidden'],
    ['<title lang="en">Bad gateway</title><p>x', 'Bad gateway x'],
    ['<title> </title><p>Forbidden', 'Forbidden'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['<p>Forbidden</p><script type="module">const a = 1', 'Forbidden'],
    ['<p>Forbidden</p><div class="', 'Forbidden'],
    [`<p>${'x'.repeat(19_990)}</p><title>Too late</title>`, `${'x'.repeat(299)}…`],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(299)}…`],
  ] as const)('%s is shown as %s', async ([body, words], { service }) => {
    const error = await failure(service, 422, body);
    expect(error.message).toBe(`POST /message returned 422: ${words}`);
  });

  test.for(['message', 'detail', 'error_description', 'title', 'description', 'reason'])(
    'the member %s describes the error, and an invalid field',
    async (name, { service }) => {
      const body = { [name]: 'No.', errors: [{ field: 'to', [name]: 'is abroad' }] };
      const error = await failure(service, 422, JSON.stringify(body));
      expect(error.message).toBe('POST /message returned 422: No. (to is abroad)');
    },
  );

  test.for(['invalid-params', 'invalidParams', 'errors', 'issues', 'details', 'violations'])(
    'the member %s lists invalid fields',
    async (name, { service }) => {
      const entries = ['path', 'field', 'name', 'param', 'pointer', 'parameter'].map((field) => ({
        [field]: field,
        message: 'is wrong',
      }));
      const body = { message: 'No.', [name]: entries };
      const { issues } = await failure(service, 422, JSON.stringify(body));
      expect(issues).toEqual(
        entries.map(({ message, ...field }) => ({ path: Object.values(field)[0], message })),
      );
    },
  );

  test.for<[what: string, errors: unknown, count: number]>([
    ['an object in place of a list', { field: 'to', message: 'is abroad' }, 0],
    ['entries that are not objects', [null, 'x', ['y'], { field: 'to', message: 'is abroad' }], 1],
    ['an entry without a message', [{ field: 'to' }], 0],
    ['an entry without a field', [{ message: 'is abroad' }], 0],
    ['more than twenty entries', Array(30).fill({ field: 'to', message: 'is abroad' }), 20],
  ])('invalid fields: %s', async ([, errors, count], { service }) => {
    const { issues } = await failure(service, 422, JSON.stringify({ message: 'No.', errors }));
    expect(issues).toEqual(Array(count).fill({ path: 'to', message: 'is abroad' }));
  });

  test('a code of another service is kept, and so are the fields that it names', async ({ service }) => {
    const body = {
      code: 'country_disabled',
      message: 'No.',
      errors: [{ field: 'to', message: 'is abroad' }],
    };
    expect(await failure(service, 422, JSON.stringify(body))).toMatchObject({
      code: 'country_disabled',
      issues: [{ path: 'to', message: 'is abroad' }],
    });
  });

  test('407 without a proxy of the transport leaves open who returned it, and whether the request arrived', async ({
    service,
  }) => {
    const transport = async () => ({ status: 407, headers: {}, text: 'Proxy Authentication Required' });
    const error = await failureOf(createFullClient(service.url, { transport }).messages.sendOne(message));
    expect(error).toMatchObject({ name: 'ApiError', attempts: 1, maybeSent: true });
    expect((error as ApiError).message).toBe('POST /message returned 407: Proxy Authentication Required');
  });

  const codes = Object.keys(ERRORS) as ErrorCode[];
  const statuses = [407, 408, 499, 500, 502, 503, 504];
  const foreign = [
    (code: string) => ({ code, message: 'No.' }),
    (code: string) => ({ error: { code } }),
    (code: string) => ({ error: { code, description: 'No.' }, status: 'failed' }),
  ].flatMap((write) => codes.flatMap((code) => statuses.map((status) => [status, write(code)] as const)));

  test('a status of proxies with an error code in a body of another form proves nothing (MSG-10)', async () => {
    for (const [status, body] of foreign) {
      const transport = vi.fn(async () => ({ status, headers: {}, text: JSON.stringify(body) }));
      const client = createFullClient('https://api.messaging.test', { transport, safeResend: true });
      const error = await failureOf(client.messages.sendOne(message));
      expect(error).toMatchObject({ status, maybeSent: true });
      expect([body, error instanceof ServerError]).toEqual([body, status >= 500]);
      // 407 and 499 do not pass by waiting.
      expect([body, transport.mock.calls.length]).toEqual([body, status === 407 || status === 499 ? 1 : 3]);
    }
  });

  test('425 is repeated, also for a send, since the service did not process it', async ({ service }) => {
    service.answer(425, '');
    const error = await failureOf(createFullClient(service.url).messages.sendOne(message));
    expect(error).toMatchObject({ attempts: 3, maybeSent: false });
    expect(service.received).toHaveLength(3);
  });
});

describe('bodies of any content and size', () => {
  const bodies: readonly [string, Buffer][] = [
    ['deep JSON', Buffer.from(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    ['binary data', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
    ['half a character at the end of what fits', Buffer.from(`${'x'.repeat(298)}${'😀'.repeat(100)}`)],
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

  test('a key at the place where a long text is cut is redacted before that', async ({ service }) => {
    for (const length of [1170, 1190, 285, 290, 299]) {
      for (const wrap of [(text: string) => text, (text: string) => JSON.stringify({ message: text })]) {
        const error = await failure(service, 500, wrap(`${'x'.repeat(length)}${ACCOUNT_KEY}`));
        const shown = inspect(error) + JSON.stringify(error) + error.body;
        expect(shown).not.toContain(ACCOUNT_KEY.slice(0, 8));
      }
    }
  });

  test('and so is one in the message of an invalid field', async ({ service }) => {
    const errors = [{ field: ACCOUNT_KEY, message: `${'x'.repeat(290)}${ACCOUNT_KEY}` }];
    const error = await failure(service, 422, JSON.stringify({ message: 'No.', errors }));
    expect(error.issues).toEqual([{ path: '[redacted]', message: `${'x'.repeat(290)}[redacted]` }]);
    expect(JSON.stringify(error)).not.toContain(ACCOUNT_KEY.slice(0, 9));
  });
});
