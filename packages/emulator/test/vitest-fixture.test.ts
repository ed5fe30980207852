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

const atTen = createEmulatorTest({ now: '2026-01-01T10:00Z' });

describe('concurrent tests', () => {
  /** Continues when all tests of a group have sent, so that they overlap. */
  function meeting(count: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = count;
    return () => {
      missing -= 1;
      if (missing === 0) resolve();
      return promise;
    };
  }

  const bodies = ['one', 'two', 'three', 'four'];
  const allSent = meeting(bodies.length);
  const keys = new Set<string>();

  test.concurrent.for(bodies)(
    'have an emulator each (EMU-8): %s',
    async (body, { emulator, expect: check }) => {
      const key = emulator.account.apiKey;
      keys.add(key);
      await send(emulator.baseUrl, key, { body });
      await allSent();
      check(emulator.messages().map((message) => message.body)).toEqual([body]);
      check(keys.size).toBe(bodies.length);
      await emulator.clock.advance('1h');
    },
  );

  describe.concurrent('of a concurrent group, also with options', () => {
    const bothSent = meeting(2);
    for (const body of ['five', 'six'])
      atTen(`have an emulator each (EMU-8): ${body}`, async ({ emulator, expect: check }) => {
        await send(emulator.baseUrl, emulator.account.apiKey, { body });
        await bothSent();
        check(emulator.messages()).toMatchObject([{ body, queuedAt: '2026-01-01T10:00:00.000Z' }]);
      });
  });

  test('do not change the emulator of the others', ({ emulator }) => {
    expect(emulator.messages()).toEqual([]);
    expect(emulator.account.apiKey).not.toBe([...keys][0]);
  });
});

describe('several test functions in a file', () => {
  test('get the requests of their own tests', async ({ emulator }) => {
    await send(emulator.baseUrl, emulator.account.apiKey, { body: 'first' });
    expect(emulator).toHaveSentMessage({ body: 'first' });
  });

  atTen('also if they have the same address', async ({ emulator }) => {
    await send(emulator.baseUrl, emulator.account.apiKey, { body: 'second' });
    expect(emulator.messages()).toMatchObject([{ body: 'second', queuedAt: '2026-01-01T10:00:00.000Z' }]);
  });

  test('and the first one still does', async ({ emulator }) => {
    await send(emulator.baseUrl, emulator.account.apiKey, { body: 'third' });
    expect(emulator.messages()).toMatchObject([{ body: 'third' }]);
  });
});

describe('a test that is tried again', () => {
  let tries = 0;

  test('begins with an emulator without messages', { retry: 1 }, async ({ emulator }) => {
    tries += 1;
    await send(emulator.baseUrl, emulator.account.apiKey, { body: `try ${tries}` });
    expect(emulator.messages()).toMatchObject([{ body: 'try 2' }]);
  });
});
