import { messageRequest, START, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Page {
  messages: { messageUuid: string; to: string; state: string; receipt: object | null }[];
  next: string | null;
}

describe('control API: time', () => {
  test('health and clock show the current time and the mode of the clock', async () => {
    const { control } = await serve();
    expect(await control('GET /health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        now: START,
        mode: 'virtual',
        clock: 'virtual',
        instance: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    });
    expect(await control('GET /clock')).toEqual({ status: 200, body: { now: START, mode: 'virtual' } });
  });

  test('each start of a server has a different instance, which a reset does not change (EMU-15)', async () => {
    const instances: string[] = [];
    for (const { control } of [await serve(), await serve()]) {
      for (let call = 0; call < 2; call++) {
        instances.push((await control<{ instance: string }>('GET /health')).body.instance);
        await control('POST /reset');
      }
    }
    const [first, afterReset, second] = instances;
    expect(afterReset).toBe(first);
    expect(second).not.toBe(first);
  });

  test('advance moves by a duration or to an instant, and returns what ran', async () => {
    const { control, api } = await serve();
    await api('POST /message', messageRequest({ send_at: '2026-03-01T10:00Z' }));
    expect((await control('POST /clock/advance', { by: '30m' })).body).toMatchObject({
      now: '2026-03-01T09:30:00.000Z',
      ran: 0,
    });
    expect((await control('POST /clock/advance', { by: 60_000 })).body).toMatchObject({
      now: '2026-03-01T09:31:00.000Z',
      ran: 0,
    });
    const { body } = await control('POST /clock/advance', { to: '2026-03-01T10:00:00Z' });
    expect(body).toEqual({
      now: '2026-03-01T10:00:00.000Z',
      ran: 1,
      instants: 1,
      slowest: null,
      timers: [],
      connections: [],
    });
  });

  test.each([
    ['nothing', {}],
    ['both', { by: '1m', to: START }],
    ['no duration', { by: 'soon' }],
    ['a negative duration', { by: -1 }],
    ['no instant', { to: 'tomorrow' }],
    ['an instant before the current time', { to: '2025-12-31T00:00Z' }],
    ['an unknown member', { by: '1m', for: 1 }],
    ['no instants at all', { by: '1m', maxInstants: 0 }],
    ['a limit that is not a duration', { by: '1m', timeout: 'long' }],
  ])('advance refuses %s', async (_, body) => {
    const { control } = await serve();
    const answer = await control<{ error: { code: string } }>('POST /clock/advance', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('the clock can be read while it is being advanced', async () => {
    const release = Promise.withResolvers<void>();
    const slow = async () => {
      await release.promise;
      return new Response(null, { status: 200 });
    };
    const { control, api } = await serve({ webhooks: { fetch: slow } });
    await api(
      'POST /message',
      messageRequest({ to: '447700900001', callback: 'https://shop.test/receipts' }),
    );
    const advance = control('POST /clock/advance', { by: '1h' });
    expect((await control('GET /clock')).body).toMatchObject({ now: START });
    release.resolve();
    expect((await advance).body).toMatchObject({ now: '2026-03-01T10:00:00.000Z' });
  });
});

describe('control API: messages', () => {
  test('lists what was queued with its state, filtered and in pages, oldest first (EMU-13)', async () => {
    const { control, api } = await serve();
    for (const to of ['447700900001', '447700900700', '447700900822'])
      await api('POST /message', messageRequest({ to }));
    await api('POST /message', messageRequest({ to: '447700900002', send_at: '2026-03-01T10:00Z' }));
    const { messages, next } = (await control<Page>('GET /messages')).body;
    expect(messages.map(({ state }) => state)).toEqual(['delivered', 'sent', 'failed', 'scheduled']);
    expect(next).toBeNull();
    expect(messages[2]).toMatchObject({
      to: '447700900822',
      from: 'DEMO',
      units: 1,
      channel: 'sms',
      queuedAt: START,
      sendAt: null,
      sentAt: START,
      resolvedAt: START,
      receipt: { code: '22' },
      callback: null,
    });
    const first = (await control<Page>('GET /messages?limit=3')).body;
    const second = (await control<Page>(`GET /messages?limit=3&cursor=${first.next}`)).body;
    expect([...first.messages, ...second.messages]).toEqual(messages);
    expect(second.next).toBeNull();
    expect((await control<Page>('GET /messages?to=+447700900001')).body.messages).toEqual([messages[0]]);
    expect((await control<Page>('GET /messages?state=scheduled')).body.messages).toEqual([messages[3]]);
  });

  test('deliver and fail resolve a waiting message, once (EMU-14)', async () => {
    const { control, api } = await serve();
    await api('POST /message', { messages: [...messageRequest().messages, ...messageRequest().messages] });
    const { messages } = (await control<Page>('GET /messages')).body;
    const [first, second] = messages.map(({ messageUuid }) => messageUuid);
    expect((await control(`POST /messages/${first}/deliver`)).body).toMatchObject({
      state: 'delivered',
      receipt: { code: '00', description: 'Successful' },
    });
    expect(
      (await control(`POST /messages/${second}/fail`, { code: '2F', description: 'Gone' })).body,
    ).toMatchObject({
      state: 'failed',
      receipt: { code: '2F', description: 'Gone' },
    });
    expect(await control(`POST /messages/${first}/fail`)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    expect((await control('POST /messages/6f2c548e-81e3-435f-bf2c-f5beaa5f01ad/fail')).status).toBe(404);
    expect((await control(`POST /messages/${first}/fail`, { code: 'not hexadecimal' })).status).toBe(400);
  });

  test('wait takes an instant as pending batches show it, and an unknown message is 404', async () => {
    const { control, api } = await serve();
    await api('POST /message', messageRequest());
    const waitAfter = (text: string) => control(`GET /messages/wait?timeout=0&after=${text}`);
    expect((await waitAfter('2026-03-01T09:00:00+00:00')).status).toBe(200);
    expect((await waitAfter('2026-03-01T09:00:00%2B00:00')).status).toBe(200);
    expect((await waitAfter('2026-03-01T10:00:01+01:00')).status).toBe(408);
    expect((await waitAfter('6f2c548e-81e3-435f-bf2c-f5beaa5f01ad')).status).toBe(404);
  });

  test('wait returns the next message as soon as it is queued, and 408 when none is queued', async () => {
    const { control, api } = await serve({ onWarning: () => undefined });
    const waiting = control('GET /messages/wait?contains=later&timeout=10s');
    await control('GET /health');
    await api('POST /message', messageRequest({ body: 'See you later' }));
    expect((await waiting).body).toMatchObject({ body: 'See you later', match: null });
    expect(await control('GET /messages/wait?contains=never&timeout=20')).toMatchObject({
      status: 408,
      body: { error: { code: 'wait_timeout' } },
    });
    for (const query of ['timeout=61s', 'pattern=(', 'after=yesterday']) {
      expect((await control(`GET /messages/wait?${query}`)).status).toBe(400);
    }
  });
});

describe('control API: actions without an operation of the public API', () => {
  test('organizations, senders, notifications and the pool (NTF-6, SND-8)', async () => {
    const { control, api, accountUuid, organizationKey } = await serve();
    const created = await control<{ apiKey: string }>('POST /organizations', {
      name: 'Other',
      creditSystem: false,
    });
    expect(created).toMatchObject({
      status: 201,
      body: { identifier: expect.any(String), apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    const other = await api<{ identifier: string }>('POST /account', { name: 'A' }, created.body.apiKey);
    const own = `POST /accounts/${accountUuid}/senders`;
    expect((await control(own, { sender: 'SHOP' })).status).toBe(201);
    expect((await control(own, { sender: 'SHOP' })).status).toBe(200);
    expect(
      (await control(`POST /accounts/${other.body.identifier}/senders`, { sender: 'SHOP' })).status,
    ).toBe(409);
    expect(
      (await control('POST /accounts/6f2c548e-81e3-435f-bf2c-f5beaa5f01af/senders', { sender: 'X' })).status,
    ).toBe(404);
    expect((await control(own, { sender: '' })).status).toBe(400);
    expect(
      (await api('POST /message', messageRequest({ from: { type: 'custom', value: 'SHOP' } }))).status,
    ).toBe(200);
    expect((await control('PUT /shared-senders', { senders: ['447700900970'] })).body).toEqual({
      senders: ['447700900970'],
    });
    expect((await control('PUT /shared-senders', { senders: ['SHOP'] })).status).toBe(409);
    const notification = {
      url: 'https://shop.test/credits',
      threshold_type: 'paid_fixed_number',
      threshold_value: 999,
    };
    expect(await control(`POST /accounts/${accountUuid}/notifications`, notification)).toMatchObject({
      status: 201,
      body: { notification_uuid: expect.any(String) },
    });
    const share = { ...notification, threshold_type: 'packaged_percentage', threshold_value: 25 };
    expect((await control(`POST /accounts/${accountUuid}/notifications`, share)).status).toBe(400);

    await api(`DELETE /account/${accountUuid}`, undefined, organizationKey);
    expect((await control(own, { sender: 'NEW' })).status).toBe(404);
    expect((await control(`POST /accounts/${accountUuid}/notifications`, notification)).status).toBe(404);
  });

  test.each(['447700900001', '+447700900001', 447_700_900_001])(
    'inbound takes the handset as %j',
    async (from) => {
      const { control, accountUuid } = await serve();
      const answer = await control('POST /inbound', { from, to: 'DEMO', message: 'Hello', channel: 'rcs' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          account_uuid: accountUuid,
          from: 447_700_900_001,
          to: 'DEMO',
          message: 'Hello',
          channel: 'rcs',
          batch_uuid: null,
        },
      });
    },
  );

  test('inbound to a sender ID without an owner is 404 (INB-1)', async () => {
    const { control } = await serve();
    expect(
      (await control('POST /inbound', { from: '447700900001', to: 'NOBODY', message: 'Hello' })).status,
    ).toBe(404);
  });
});

describe('control API: errors', () => {
  test('unknown paths are 404 and other methods 405, with the error body of the public API', async () => {
    const { control } = await serve();
    expect(await control('GET /nowhere')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    for (const call of ['GET /settle', 'POST /events']) {
      expect(await control(call)).toMatchObject({
        status: 405,
        body: { error: { code: 'method_not_allowed' } },
      });
    }
    expect(await control('POST /inbound', '{')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_json' } },
    });
    expect(await control('POST /inbound', {})).toMatchObject({
      status: 400,
      body: {
        error: { code: 'invalid_request', issues: [{ path: 'from' }, { path: 'to' }, { path: 'message' }] },
      },
    });
  });
});
