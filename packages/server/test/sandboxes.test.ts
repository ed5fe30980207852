import { listen } from '@messaging-service/emulator/node';
import { messageRequest, request, type ServedAnswer, serve, test } from '@messaging-service/test-support';
import { expect, onTestFinished } from 'vitest';

interface Sandbox {
  id: string;
  organization: { identifier: string; apiKey: string };
  account: { identifier: string; apiKey: string; senders: string[] };
  sharedSenders: string[];
}

test('a sandbox is a complete service with its own keys, and its control API is below its path (EMU-5)', async () => {
  const { control, read, api, accountKey } = await serve();
  const { status, body } = await control<Sandbox>('POST /sandboxes', { seed: 1, now: '2030-01-01T00:00Z' });
  expect(status).toBe(201);
  expect(body.account).toMatchObject({ identifier: expect.any(String), senders: ['DEMO', '447700900990'] });
  expect(body.sharedSenders).toHaveLength(10);
  expect(body.account.apiKey).not.toBe(accountKey);
  expect(await read(`/sandboxes/${body.id}/clock`)).toEqual({
    now: '2030-01-01T00:00:00.000Z',
    mode: 'virtual',
  });
  expect((await api('POST /message', messageRequest(), body.account.apiKey)).status).toBe(200);
  expect(await read(`/sandboxes/${body.id}/messages`)).toMatchObject({ messages: [{ to: '447700900700' }] });
  expect(await read('/messages')).toEqual({ messages: [], next: null });
});

test('waits and event streams of a sandbox end when it is deleted (EMU-5)', async () => {
  const { control, server } = await serve();
  const { body } = await control<Sandbox>('POST /sandboxes');
  const events = await fetch(`${server.url}/_emulator/sandboxes/${body.id}/events`);
  const waiting = control(`GET /sandboxes/${body.id}/messages/wait?timeout=60s`);
  // The response to a later call shows that the wait has begun.
  await control(`GET /sandboxes/${body.id}/clock`);
  await control(`DELETE /sandboxes/${body.id}`);
  expect(await events.text()).toContain('every fact');
  expect(await waiting).toMatchObject({
    status: 503,
    body: {
      error: { code: 'unavailable', message: 'The emulator or its sandbox was closed. Create another one.' },
    },
  });
});

test.each(['sandbox-9', '%zz', '__proto__'])('there is no sandbox %s', async (id) => {
  const { control } = await serve();
  await control('POST /sandboxes');
  expect((await control(`GET /sandboxes/${id}/clock`)).status).toBe(404);
  expect((await control(`DELETE /sandboxes/${id}`)).status).toBe(404);
});

test('a key that another service of the server has is refused: calls with it could be for either (EMU-5)', async () => {
  const { control, api, accountKey } = await serve();
  const apiKey = 'a'.repeat(32);
  const first = await control<Sandbox>('POST /sandboxes', { accounts: [{ apiKey, senders: ['DEMO'] }] });
  expect(first.status).toBe(201);
  for (const options of [
    { accounts: [{ apiKey }] },
    { organization: { apiKey } },
    { accounts: [{ apiKey: accountKey }] },
  ]) {
    expect(await control('POST /sandboxes', options)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.not.stringContaining(apiKey) } },
    });
  }
  expect((await api('GET /batch', undefined, apiKey)).status).toBe(200);
  await control(`DELETE /sandboxes/${first.body.id}`);
  expect((await control('POST /sandboxes', { accounts: [{ apiKey }] })).status).toBe(201);
});

test('a key follows its account into the sandbox where a snapshot of it is restored', async () => {
  const { control, api } = await serve();
  const [first, second] = [
    await control<Sandbox>('POST /sandboxes'),
    await control<Sandbox>('POST /sandboxes'),
  ];
  const { apiKey } = (
    await api<{ apiKey: string }>('POST /account', { name: 'A' }, first.body.organization.apiKey)
  ).body;
  expect((await api('GET /batch', undefined, apiKey)).status).toBe(200);
  const { body: snapshot } = await control(`GET /sandboxes/${first.body.id}/snapshot`);
  await control(`DELETE /sandboxes/${first.body.id}`);
  await control(`PUT /sandboxes/${second.body.id}/snapshot`, snapshot);
  expect((await api('GET /batch', undefined, apiKey)).status).toBe(200);
});

test('a snapshot with keys that another service has is refused, and changes nothing', async () => {
  const { control, read, api } = await serve();
  const [first, second] = [
    (await control<Sandbox>('POST /sandboxes')).body,
    (await control<Sandbox>('POST /sandboxes')).body,
  ];
  const { body: snapshot } = await control(`GET /sandboxes/${first.id}/snapshot`);
  const before = await read(`/sandboxes/${second.id}/snapshot`);
  expect(await control(`PUT /sandboxes/${second.id}/snapshot`, snapshot)).toMatchObject({
    status: 409,
    body: {
      error: { code: 'conflict', message: expect.not.stringContaining(first.account.apiKey) as string },
    },
  });
  expect(await control('PUT /snapshot', snapshot)).toMatchObject({ status: 409 });
  expect(await read(`/sandboxes/${second.id}/snapshot`)).toEqual(before);
  expect((await control(`PUT /sandboxes/${first.id}/snapshot`, snapshot)).status).toBe(200);
  await control(`DELETE /sandboxes/${first.id}`);
  expect((await control(`PUT /sandboxes/${second.id}/snapshot`, snapshot)).status).toBe(200);
  expect((await api('GET /batch', undefined, first.account.apiKey)).status).toBe(200);
});

test('the key of a deactivated account stays with its sandbox, and uses up no fault of the default service', async () => {
  const { control, api, accountKey } = await serve();
  const sandbox = (await control<Sandbox>('POST /sandboxes', { statuses: { invalid_key: 401 } })).body;
  const { apiKey, identifier } = (
    await api<{ apiKey: string; identifier: string }>(
      'POST /account',
      { name: 'A' },
      sandbox.organization.apiKey,
    )
  ).body;
  const deleted = await api(`DELETE /account/${identifier}`, undefined, sandbox.organization.apiKey);
  expect(deleted.status).toBe(200);
  await control('POST /faults', { status: 503 });
  expect(await api('GET /batch', undefined, apiKey)).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_key' } },
  });
  expect((await api('GET /batch', undefined, accountKey)).status).toBe(503);
});

test('sandboxes are listed with their names, and only the same seed repeats identifiers (EMU-5)', async () => {
  const { control, accountUuid } = await serve();
  const create = async (body: object) => (await control<Sandbox>('POST /sandboxes', body)).body;
  const named = await create({ name: 'worker 1' });
  const seeded = [await create({ seed: 3 }), await create({ seed: 3 })];
  const uuids = [accountUuid, ...[named, ...seeded].map(({ account }) => account.identifier)];
  expect(new Set(uuids).size).toBe(3);
  const { body } = await control<{ sandboxes: { name: string }[] }>('GET /sandboxes');
  expect(body.sandboxes.map(({ name }) => name)).toEqual(['worker 1', 'sandbox-2', 'sandbox-3']);
  expect(body.sandboxes[0]).toMatchObject({ ...named, mode: 'virtual' });
});

test('the key of a call selects the sandbox, on the server and in the process (EMU-5)', async ({
  emulator,
}) => {
  const server = await listen(emulator);
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  const sandbox = emulator.sandbox({ name: 'local' });
  const body = JSON.stringify(messageRequest());
  for (const [send, base] of [
    [fetch, server.url],
    [emulator.fetch, emulator.baseUrl],
    [sandbox.fetch, emulator.baseUrl],
  ] as const)
    await send(`${base}/message?key=${sandbox.account.apiKey}`, { method: 'POST', body });
  expect(sandbox.messages()).toHaveLength(3);
  expect(emulator.messages()).toEqual([]);
});

test('accounts created in two sandboxes of one seed have different keys', async () => {
  const { control, api } = await serve();
  const keys = new Set<string>();
  for (let index = 0; index < 3; index++) {
    const { body } = await control<Sandbox>('POST /sandboxes', { seed: 5 });
    const created = await api<{ apiKey: string }>('POST /account', { name: 'A' }, body.organization.apiKey);
    keys.add(created.body.apiKey).add(body.account.apiKey).add(body.organization.apiKey);
  }
  expect(keys.size).toBe(9);
});

test('fifty tests in parallel on one server see nothing of each other', async () => {
  const { server, control, read } = await serve();
  const shard = async (number: number) => {
    const { body: sandbox } = await control<Sandbox>('POST /sandboxes', { seed: number });
    const at = (call: string, body?: unknown) =>
      control(call.replace(' ', ` /sandboxes/${sandbox.id}`), body);
    const send = (overrides: object): Promise<ServedAnswer<object>> =>
      request(
        server.url,
        `POST /message?key=${sandbox.account.apiKey}`,
        messageRequest({ body: `Shard ${number}`, ...overrides }),
      );
    for (let index = 0; index < 3; index++) await send({});
    const { now } = (await at('GET /clock')).body;
    const sendAt = new Date(Date.parse(String(now)) + number * 600_000 + 600_000).toISOString();
    await send({ to: '447700900001', send_at: sendAt });
    await at('POST /clock/advance', { to: sendAt });
    await at('POST /inbound', { from: '447700900001', to: 'DEMO', message: `Reply ${number}` });
    const { messages } = (await at('GET /messages')).body as { messages: { body: string; state: string }[] };
    expect(messages.map(({ body, state }) => [body, state])).toEqual([
      ...Array.from({ length: 3 }, () => [`Shard ${number}`, 'sent']),
      [`Shard ${number}`, 'delivered'],
    ]);
    expect((await at('GET /clock')).body.now).toBe(sendAt);
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => shard(number)));
  expect(await read('/messages')).toEqual({ messages: [], next: null });
});
