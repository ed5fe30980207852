import { messageRequest, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Call {
  readonly id: number;
  readonly status: number;
  readonly body: string;
}

const BODY = JSON.stringify(messageRequest({ to: '447700900123' }));

describe('a call that a person makes with the control API', () => {
  test('is handled and logged like any other, but no fault applies to it (EMU-6)', async () => {
    const { control, emulator } = await serve();
    const fault = emulator.addFault({ operation: 'messages.send', status: 503, times: 3 });
    const url = `/message?key=${emulator.account.apiKey}`;
    const { body } = await control<Call>('POST /calls', { method: 'POST', url, body: BODY });
    expect(body).toMatchObject({ id: 1, status: 200 });
    expect(JSON.parse(body.body)).toMatchObject({ messages: [{ to: '447700900123' }] });
    expect(fault.hits()).toBe(0);
    expect((await control('GET /requests/1')).body).toMatchObject({
      method: 'POST',
      status: 200,
      fault: null,
    });
    const response = await emulator.fetch(emulator.baseUrl + url, { method: 'POST', body: BODY });
    expect([response.status, fault.hits()]).toEqual([503, 1]);
    expect((await control('GET /requests/2')).body).toMatchObject({
      status: 503,
      fault: 'next 3 sends fail with 503',
    });
  });

  test('that the service refuses has the response of the service', async () => {
    const { control } = await serve();
    const { status, body } = await control<Call>('POST /calls', { method: 'POST', url: '/mesage?key=1' });
    expect([status, body.status]).toEqual([200, 404]);
    expect(JSON.parse(body.body)).toMatchObject({
      error: { code: 'not_found', message: 'No operation has the path /mesage. Did you mean /message?' },
    });
  });

  test.each([
    [{ url: '/message' }, 'method is required'],
    [{ method: 'post', url: '/message' }, 'method must be a method of HTTP'],
    [{ method: 'GET', url: 'http://example.com/' }, 'url must be a path of the public API'],
    [{ method: 'GET', url: '/_emulator/health' }, 'url must be a path of the public API'],
    [{ method: 'GET', url: '/message', body: {} }, 'body must be'],
  ])('is refused: %j', async (call, reason) => {
    const { control } = await serve();
    const { status, body } = await control<{ error: { message: string } }>('POST /calls', call);
    expect(status).toBe(400);
    expect(body.error.message).toContain(reason);
  });
});

test('a message and a webhook that a fault hit are marked with it in lists and details (EMU-6)', async () => {
  const { control, emulator, server } = await serve();
  emulator.addFault({ operation: 'messages.send', disconnect: true, when: 'after' });
  emulator.addFault({ webhook: 'delivery-receipt', set: { extra: 1 } });
  const callback = `${server.url}/receipts`;
  const body = JSON.stringify(messageRequest({ to: '447700900123', callback }));
  const send = { method: 'POST', body };
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  await expect(emulator.fetch(url, send)).rejects.toThrow();
  await emulator.fetch(url, send);
  const sends = 'next send is cut off, after processing';
  const webhooks = 'next delivery-receipt webhook carries extra';
  expect(emulator.messages().map(({ fault }) => fault)).toEqual([sends, undefined]);
  expect(emulator.webhooks().map(({ fault }) => fault)).toEqual([webhooks, undefined]);
  const [message] = emulator.messages();
  const [delivery] = emulator.webhooks();
  expect((await control(`GET /messages/${message?.messageUuid}`)).body).toMatchObject({ fault: sends });
  expect((await control(`GET /webhooks/${delivery?.id}`)).body).toMatchObject({ fault: webhooks });
  const listed = await control<{ requests: { fault: string | null }[] }>('GET /requests');
  expect(listed.body.requests.map(({ fault }) => fault)).toEqual([sends, null]);
});
