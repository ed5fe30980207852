import {
  messageRequest,
  request,
  type Served,
  type ServedAnswer,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Refusal {
  error: { code: string; message: string; issues?: { path: string; message: string }[] };
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('the shape of a body is limited, in the public and the control API alike (API-8)', () => {
  test('64 levels are read, 65 are refused with a reason', async () => {
    const { api, control } = await serve();
    const body = (levels: number) => `{"body":${deep(levels - 1)}}`;
    expect((await control('POST /faults', body(64))).status).toBe(201);
    for (const { status, body: refusal } of [
      await control<Refusal>('POST /faults', body(65)),
      await control<Refusal>('POST /sandboxes', body(65)),
    ]) {
      expect([status, refusal.error.code]).toEqual([400, 'invalid_json']);
    }
    expect((await control('GET /faults')).status).toBe(200);
    await control('DELETE /faults');
    expect((await api<Refusal>('POST /message', `{"messages":${deep(63)}}`)).body.error.code).toBe(
      'invalid_request',
    );
    expect((await api<Refusal>('POST /message', `{"messages":${deep(64)}}`)).body.error).toEqual({
      code: 'invalid_json',
      message: 'The body is nested more than 64 levels deep.',
    });
  });

  test.each(['POST /message', 'POST /_emulator/faults'])(
    '%s refuses ten million open brackets by their depth, before it finds out that none is closed',
    async (call) => {
      const { server, accountKey } = await serve();
      const answer = await request<Refusal>(server.url, `${call}?key=${accountKey}`, '['.repeat(10_000_000));
      expect(answer).toEqual({
        status: 400,
        body: { error: { code: 'invalid_json', message: 'The body is nested more than 64 levels deep.' } },
      });
    },
  );

  test.each([
    ['1,000,000 values', `[${'1,'.repeat(1_000_001)}1]`],
    ['1,000,000 values', `{"messages":[${'1,'.repeat(1_000_001)}1]}`],
  ])('more than %s are refused', async (most, body) => {
    const { api } = await serve();
    expect(await api('POST /message', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message: expect.stringContaining(most) as string } },
    });
  });

  test('brackets, commas and quotes within strings are not counted', async () => {
    const { api } = await serve({ organization: { creditSystem: false } });
    for (const body of [
      '[{,:'.repeat(300_000),
      '\\"[\\'.repeat(100),
      `${'x'.repeat(63)}\\`,
      `${'x'.repeat(200)}\\\\"`,
    ]) {
      expect((await api('POST /message', messageRequest({ body }))).status).toBe(200);
    }
  });

  test('members of a body that each entry names differently do not count together', async () => {
    const { api } = await serve();
    const messages = Array.from({ length: 11_000 }, (_, at) => ({ [`k${at}`]: 1 }));
    const { body } = await api<Refusal>('POST /message', { messages });
    expect(body.error.issues?.[0]?.path).toBe('messages.0.to');
  });

  test('100,000 destinations are queued (MSG-12)', async () => {
    const { api } = await serve({ organization: { creditSystem: false } });
    const destinations = Array.from({ length: 100_000 }, (_, index) => String(447_700_000_000 + index));
    expect((await api('POST /batch', { from: 'DEMO', message: 'Hi', destinations })).status).toBe(200);
  });
});

test.each(['POST /message', 'POST /batch'])('%s with a body that is not UTF-8 is refused', async (call) => {
  const { api, control } = await serve();
  const bytes = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
  const refusal = {
    status: 400,
    body: { error: { code: 'invalid_json', message: expect.stringContaining('UTF-8') as string } },
  };
  expect(await api(call, bytes)).toMatchObject(refusal);
  expect(await control('POST /faults', bytes)).toMatchObject(refusal);
});

describe('a member called __proto__ is an unknown member (API-13)', () => {
  const own = '"__proto__":{"x":1}';
  const one = '"to":"447700900700","from":{"type":"custom","value":"DEMO"},"body":"x"';
  test.each([
    ['api', 'POST /message', `{"messages":[{${one},${own}}]}`],
    ['api', 'POST /message', `{"messages":[{${one}}],"defaults":{${own}}}`],
    ['api', 'POST /message', `{"messages":[{${one}}],${own}}`],
    ['api', 'POST /message', `{"messages":[{${one.replace('"DEMO"', `"DEMO",${own}`)}}]}`],
    ['api', 'POST /batch', `{"from":"DEMO","message":"x","destinations":["447700900700"],${own}}`],
    ['control', 'POST /faults', `{"status":500,${own}}`],
    ['control', 'POST /faults', '{"status":500,"headers":{"__proto__":"x"}}'],
    ['control', 'POST /inbound', `{"from":"447700900700","to":"DEMO","message":"x",${own}}`],
    ['control', 'PUT /carrier', `{"outcome":"deliver","after":{"min":1,"max":2,${own}}}`],
    ['control', 'POST /sandboxes', `{${own}}`],
    ['control', 'POST /sandboxes', `{"accounts":[{${own}}]}`],
    ['control', 'POST /sandboxes', '{"statuses":{"__proto__":404}}'],
    ['control', 'POST /organizations', `{${own}}`],
  ] as const)('%s %s %s', async (face, call, body) => {
    const served: Served = await serve();
    const answer: ServedAnswer<Refusal> = await served[face]<Refusal>(call, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('__proto__');
    expect('x' in {}).toBe(false);
  });
});

test.each([
  ['the key', (key: string) => `key=%${key.charCodeAt(0).toString(16)}${key.slice(1)}`],
  ['the name of the parameter', (key: string) => `%6bey=${key}`],
  [
    'both, after another parameter',
    (key: string) => `details=true&k%65y=${key.slice(0, -1)}%${key.charCodeAt(31).toString(16)}`,
  ],
])('a key selects its sandbox with percent signs in %s', async (_, query) => {
  const { server, control, read } = await serve();
  const { id, account } = (await control<{ id: string; account: { apiKey: string } }>('POST /sandboxes'))
    .body;
  await request(server.url, `POST /message?${query(account.apiKey)}`, messageRequest());
  expect((await read<{ total: number }>(`/sandboxes/${id}/requests`)).total).toBe(1);
  expect((await read<{ total: number }>('/requests')).total).toBe(0);
});

test('fault paths with many stars are matched in linear time', async () => {
  const { control, api } = await serve();
  await control('POST /faults', { path: `${'*a'.repeat(900)}*b`, status: 500 });
  expect((await api(`GET /${'a'.repeat(5_000)}`)).status).toBe(404);
});
