import { answering, messageRequest } from '@messaging-service/test-support';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { send, serveAgent } from './agents.ts';

test('the environment has the address and the keys of the service (EMU-40)', async () => {
  const { call, server, accountKey, organizationKey, api } = await serveAgent();
  const { text, data } = await call('get_environment');
  expect(data.variables).toEqual({
    MESSAGING_BASE_URL: server.url,
    MESSAGING_ACCOUNT_KEY: accountKey,
    MESSAGING_ORGANIZATION_KEY: organizationKey,
  });
  expect(text).toContain(`MESSAGING_ACCOUNT_KEY=${accountKey}`);
  expect((await api('GET /batch', undefined, String(data.variables.MESSAGING_ACCOUNT_KEY))).status).toBe(200);
});

test('a list of messages shows the latest ones with their identifiers, and how to get the others (EMU-40)', async () => {
  const served = await serveAgent();
  for (let index = 1; index <= 5; index++) await send(served, { body: `Text ${index}` });
  const { text, data } = await served.call('list_messages', { limit: 2 });
  expect(data).toMatchObject({ total: 5, offset: 3, messages: [{ body: 'Text 4' }, { body: 'Text 5' }] });
  expect(text).toContain(`- ${data.messages[1].messageUuid}: `);
  expect(text).toContain('These are 4 to 5 of 5 messages. Pass "offset" for others');
  const { data: first } = await served.call('list_messages', { limit: 2, offset: 0 });
  expect(first.messages).toMatchObject([{ body: 'Text 1' }, { body: 'Text 2' }]);
  expect((await served.call('list_messages', { offset: 5 })).text).toContain('There are 5 messages only.');
});

test('an empty list says where to look instead', async () => {
  const { call } = await serveAgent();
  expect((await call('list_messages')).text).toContain('list_requests shows calls that were refused');
  expect((await call('list_webhooks')).text).toContain('needs a "callback"');
  expect((await call('list_requests')).text).toContain(
    'The application has made no call. It must use the base URL http://127.0.0.1:',
  );
  expect((await call('list_requests', { q: 'status:4xx' })).text).toContain(
    'No call matches this search. Call list_requests without "q"',
  );
});

test('a wait for a code returns the code of a message that is sent later (EMU-9)', async () => {
  const served = await serveAgent();
  const { data: environment } = await served.call('get_environment');
  await send(served, { body: 'Your code is 111111' });
  const { mark } = (await served.call('get_environment')).data;
  const waiting = served.call('wait_for_message', { code: true, since: mark, timeout: '30s' });
  await send(served, { body: 'Your code is 482 913' });
  const { text, data } = await waiting;
  expect(data).toMatchObject({ code: '482913', body: 'Your code is 482 913' });
  expect(text).toMatch(/^Code: 482913\n/);
  expect(environment.mark).not.toBe(mark);
});

test('a wait in vain says what was sent, and what to do next', async () => {
  const served = await serveAgent();
  await send(served, { to: '447700900124', body: 'Hello' });
  const { isError, text } = await served.call('wait_for_message', { to: '447700900123', timeout: '10ms' });
  expect(isError).toBe(true);
  expect(text).toContain('447700900124 "Hello"');
  expect(text).toContain('Next: list_requests');
});

test('a text of a phone returns how the application responded to its webhook', async () => {
  const served = await serveAgent();
  const { call, api, accountUuid } = served;
  await send(served, { from: { type: 'custom', value: 'DEMO' } });
  const without = await call('write_as_phone', { from: '447700900123', message: 'YES' });
  expect(without.data).toMatchObject({ inbound: { message: 'YES', to: 'DEMO' }, webhook: null });
  expect(without.text).toContain('the account has no mo_webhook_url');
  const url = await answering(401);
  await api(`PATCH /account/${accountUuid}`, { mo: { mo_webhook_url: url } });
  const refused = await call('write_as_phone', { from: '447700900123', message: 'STOP' });
  expect(refused.data.webhook).toMatchObject({ state: 'pending', attempts: [{ status: 401 }] });
  expect(refused.text).toContain('The application did not accept it (status 401)');
});

test('a move of the clock reports what was sent, delivered and attempted, and what is due next (EMU-3)', async () => {
  const served = await serveAgent({ carrier: { after: '1m' } });
  const callback = await answering(500, 200);
  await send(served, { body: 'Soon', send_at: '2026-01-02T09:00Z', callback });
  await send(served, { body: 'Later', send_at: '2026-01-05T09:00Z' });
  const { data: due, text: list } = await served.call('list_due');
  expect(list).toContain(
    `- ${due.jobs[0].id}: at 2026-01-02T09:00:00.000Z, will send “Soon” to +447700900123\n`,
  );
  expect((await served.call('list_due', { limit: 1 })).text).toContain('More is due after these.');
  expect(due.jobs.map(({ does }: { does: string }) => does)).toEqual([
    'send “Soon” to +447700900123',
    'send “Later” to +447700900123',
  ]);
  const { text, data } = await served.call('advance_clock', { to: '2026-01-03T09:00Z' });
  expect(data).toMatchObject({
    now: '2026-01-03T09:00:00.000Z',
    sent: 1,
    resolved: 1,
    messages: [{ body: 'Soon', state: 'delivered' }],
    attempted: 1,
    webhooks: [
      { kind: 'delivery-receipt', state: 'succeeded', attempts: [{ status: 500 }, { status: 200 }] },
    ],
    next: { dueAt: '2026-01-05T09:00:00.000Z', does: 'send “Later” to +447700900123' },
  });
  expect(text).toContain('1 message sent, 1 delivered or failed, 1 webhook attempted');
});

test('without a target, the clock moves to what is due next', async () => {
  const served = await serveAgent();
  await send(served, { send_at: '2026-01-02T09:00Z' });
  const { data } = await served.call('advance_clock');
  expect(data).toMatchObject({ now: '2026-01-02T09:00:00.000Z', sent: 1, next: null });
  expect((await served.call('advance_clock')).text).toContain(
    'The clock stays at 2026-01-02T09:00:00.000Z.\n0 messages sent, 0 delivered or failed, 0 webhooks attempted.\nNothing else is due.',
  );
});

test('calls fail as asked, the list shows them with their codes, and the faults count their hits (EMU-6)', async () => {
  const served = await serveAgent();
  await served.call('make_calls_fail', { operation: 'messages.send', code: 'service_unavailable' });
  expect((await send(served)).status).toBe(503);
  const { data, text } = await served.call('list_requests', { q: 'status:5xx' });
  expect(data.requests).toMatchObject([{ id: 1, status: 503, errorCode: 'service_unavailable' }]);
  expect(text).toContain('→ 503 service_unavailable (1 message to +447700900123)');
  const { data: cleared } = await served.call('clear_faults');
  expect(cleared.faults).toEqual([{ id: 'fault-1', hits: 1, left: 0 }]);
  expect((await send(served)).status).toBe(200);
});

test('a fault names the list that shows what it did', async () => {
  const { call } = await serveAgent();
  const textOf = async (args: object) => (await call('make_calls_fail', { ...args })).text;
  expect(await textOf({ status: 503 })).toContain(
    'fault-1 applies to the next matching call. Let the application act, then call list_requests.',
  );
  expect(await textOf({ webhook: 'delivery-receipt', remove: ['code'], times: 2 })).toContain(
    'fault-2 applies to the next 2 webhooks of this kind. Let the application act, then call list_webhooks.',
  );
});

test('a webhook that is sent again has one more attempt', async () => {
  const served = await serveAgent();
  await send(served, { callback: await answering(500, 200) });
  await served.control('POST /settle');
  const [webhook] = (await served.call('list_webhooks', { state: 'pending' })).data.webhooks;
  const { data } = await served.call('resend_webhook', { id: webhook.id });
  expect(data).toMatchObject({
    id: webhook.id,
    state: 'succeeded',
    attempts: [{ status: 500 }, { status: 200 }],
  });
});

test('a webhook is sent again to its own address only, with other content if a payload is passed', async () => {
  const served = await serveAgent();
  await send(served, { callback: await answering(200, 401) });
  await served.control('POST /settle');
  const [webhook] = (await served.call('list_webhooks')).data.webhooks;
  const elsewhere = await served.call('resend_webhook', { id: webhook.id, url: 'https://example.com/hook' });
  expect(elsewhere.text).toContain('resend_webhook has no argument "url"');
  const payload = { ...webhook.payload, delivered: false };
  const { data, text } = await served.call('resend_webhook', { id: webhook.id, payload });
  expect(data, text).toMatchObject({ url: webhook.url, payload, attempts: [{ status: 401 }] });
});

test('a sandbox has keys and messages of its own, and a reset of it leaves the others (EMU-5)', async () => {
  const served = await serveAgent();
  await send(served);
  const { data } = await served.call('open_sandbox', { name: 'checkout', clock: 'virtual' });
  const { sandbox, variables } = data;
  await served.api(
    'POST /message',
    messageRequest({ body: 'Mine' }),
    String(variables.MESSAGING_ACCOUNT_KEY),
  );
  expect((await served.call('list_messages', { sandbox })).data).toMatchObject({
    total: 1,
    messages: [{ body: 'Mine' }],
  });
  await served.call('reset', { sandbox });
  expect((await served.call('list_messages', { sandbox })).data.total).toBe(0);
  expect((await served.call('list_messages')).data.total).toBe(1);
});

test('errors name the mistake, and say what to do next', async () => {
  const { call } = await serveAgent();
  const errorOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { isError, text } = await call(name, args);
    expect(isError).toBe(true);
    return text;
  };
  expect(await errorOf('list_messages', { stat: 'failed' })).toContain('Did you mean state?');
  expect(await errorOf('list_due', { from: '1' })).toContain('It has: limit, sandbox.');
  expect(await errorOf('get_story', { phone: '1' })).toContain('such as 447700900123; got "1".\n');
  expect(await errorOf('list_messages', { since: 'now' })).toContain('get_environment returns a mark');
  expect(await errorOf('list_messages', { state: 'lost' })).toContain('state must be');
  expect(await errorOf('advance_clock', { by: 'tomorrow' })).toContain('by must be a duration');
  expect(await errorOf('advance_clock', { to: '2025-01-01T00:00Z' })).toContain(
    'must not be before the current time',
  );
  expect(await errorOf('list_messages', { sandbox: 'none' })).toContain('open_sandbox opens another one');
  expect(await errorOf('resend_webhook', { id: 'none' })).toContain('list_webhooks returns the ids');
  expect(await errorOf('write_as_phone', { from: '447700900123', message: 'YES' })).toContain(
    'as "to" a sender ID of the account, which get_environment returns',
  );
});

test('a value that would be read as another one is refused, and null is as no value', async () => {
  const served = await serveAgent();
  await send(served);
  const errorOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { isError, text } = await served.call(name, args);
    expect(isError, text).toBe(true);
    return text;
  };
  expect(await errorOf('why', {})).toContain('why needs the argument "id": the UUID of a message, a batch');
  expect(await errorOf('resend_webhook', { id: '' })).toContain('needs the argument "id"');
  expect(await errorOf('write_as_phone', { to: 'DEMO' })).toContain('needs the argument "from"');
  expect(await errorOf('list_messages', { to: { number: '447700900123' } })).toContain(
    '"to" must be a text, a number or a boolean, not an object',
  );
  expect(await errorOf('list_messages', { to: ['447700900123', '447700900124'] })).toContain('not a list');
  expect(await errorOf('list_messages', { limit: 'all' })).toContain('limit must be a whole number');
  expect(await errorOf('list_due', { limit: 'all' })).toContain('limit must be a whole number');
  // Another service than the one that is meant would be reset.
  for (const sandbox of ['', 5, {}])
    expect(await errorOf('reset', { sandbox })).toContain(
      '"sandbox" must be a text that open_sandbox returned',
    );
  expect(await errorOf('open_sandbox', { sandbox: 'sandbox-1' })).toMatch(/^open_sandbox failed \(/);
  const { data } = await served.call('list_messages', { to: null, state: null, limit: '5', sandbox: null });
  expect(data).toMatchObject({ total: 1, messages: [{ to: '447700900123' }] });
});

test('long texts and long lists are cut, so that no answer is longer than an agent can read', async () => {
  const served = await serveAgent();
  const messages = Array.from({ length: 60 }, () => ({ to: '447700900123', body: 'long '.repeat(100) }));
  await served.api('POST /message', { defaults: { from: { type: 'shared' } }, messages });
  const { text, data } = await served.call('list_messages', { limit: 1_000 });
  expect(data.messages).toHaveLength(50);
  expect(data.messages[0].body).toMatch(/^long .*… \(100 more characters\)$/);
  expect(text.length).toBeLessThan(7_000);
  expect(text).toContain('the rest is left out');
  expect(JSON.stringify(data).length).toBeLessThan(50_000);
});

test('each filter that the description of a search names exists', async () => {
  const { client, call } = await serveAgent();
  const { tools } = await client.listTools();
  const searches = tools.flatMap(({ name, inputSchema }) => {
    const { q } = (inputSchema.properties ?? {}) as Readonly<Record<string, { description?: string }>>;
    const [, filters = ''] = q?.description?.split('Filters: ') ?? [];
    return [...filters.matchAll(/\b([a-z]+):/g)].map(([, filter = '']) => [name, filter] as const);
  });
  expect(searches.length).toBeGreaterThan(20);
  for (const [name, filter] of searches) {
    const { text } = await call(name, { q: `${filter}:x` });
    expect(text, `${name} ${filter}`).not.toContain('unknown filter');
  }
});

test('tools say whether they only read, and describe each argument and each result', async () => {
  const { client } = await serveAgent();
  const { tools } = await client.listTools();
  const ajv = new Ajv2020({ strict: false });
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    expect(title, name).toBeTruthy();
    expect(description, name).toMatch(/\.$/);
    expect(annotations, name).toMatchObject({
      readOnlyHint: /^(get|list|wait|why)/.test(name),
      openWorldHint: false,
    });
    for (const [member, schema] of Object.entries(inputSchema.properties ?? {}))
      expect(schema, `${name}: ${member}`).toHaveProperty('description');
    expect(ajv.validateSchema(inputSchema as AnySchema), name).toBe(true);
    expect(ajv.validateSchema((outputSchema ?? {}) as AnySchema), name).toBe(true);
    expect(outputSchema?.type, name).toBe('object');
  }
  expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
    'reset',
  ]);
  expect(JSON.stringify(tools.map(({ outputSchema: _, ...shown }) => shown)).length).toBeLessThan(28_000);
});
