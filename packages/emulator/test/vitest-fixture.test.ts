import { createEmulatorTest, test } from '@messaging-service/emulator/vitest';
import { describe, expect } from 'vitest';

/** This is like code under test: it has a base URL and a key, and uses the global fetch. */
async function send(baseUrl: string, key: string, message: object): Promise<Response> {
  const body = JSON.stringify({
    messages: [{ to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello', ...message }],
  });
  return fetch(`${baseUrl}/message?key=${key}`, { method: 'POST', body });
}

const atNine = createEmulatorTest({ intercept: false, now: '2026-01-01T09:00Z' });

describe('the fixture of @messaging-service/emulator/vitest', () => {
  test('passes requests of the global fetch to the emulator', async ({ emulator }) => {
    const response = await send(emulator.baseUrl, emulator.account.apiKey, {});
    expect(response.status).toBe(200);
    expect(emulator).toHaveSentMessage({
      to: '+447700900123',
      from: 'DEMO',
      body: /^Hel/,
      channel: 'sms',
      state: 'delivered',
    });
  });

  test('resets the emulator after each test (EMU-8)', ({ emulator }) => {
    expect(emulator).not.toHaveSentMessage();
  });

  test('returns the MSW server, for handlers of the test itself', ({ server }) => {
    expect(server?.listHandlers()).toHaveLength(1);
  });
});

atNine(
  'without interception, at a chosen time, a scheduled message is held until its time is brought',
  async ({ emulator, server }) => {
    expect(server).toBeUndefined();
    const message = {
      to: '447700900123',
      from: { type: 'custom', value: 'DEMO' },
      body: 'Soon',
      send_at: '2026-01-01T10:00Z',
    };
    const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
    await emulator.fetch(url, { method: 'POST', body: JSON.stringify({ messages: [message] }) });
    expect(emulator).toHaveScheduledMessage({ body: 'Soon' });
    expect(emulator).not.toHaveSentMessage();
    await emulator.clock.advance('1h');
    expect(emulator).toHaveSentMessage({ body: 'Soon' });
  },
);

describe('matchers', () => {
  test('list what the emulator has instead', ({ emulator }) => {
    expect(() => expect(emulator).toHaveSentMessage({ body: /x/ })).toThrow(
      /a sent message .*It has none\./s,
    );
  });

  test('find webhooks by kind and address', async ({ emulator, server }) => {
    const { http, HttpResponse } = await import('msw');
    server?.use(http.post('https://shop.test/receipts', () => HttpResponse.text('', { status: 200 })));
    await send(emulator.baseUrl, emulator.account.apiKey, { callback: 'https://shop.test/receipts' });
    await emulator.clock.settle();
    expect(emulator).toHaveDeliveredWebhook({ kind: 'delivery-receipt', url: 'https://shop.test/receipts' });
    expect(emulator).not.toHaveDeliveredWebhook({ kind: 'inbound-message' });
  });
});
