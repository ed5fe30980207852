import { createEmulatorTest, test } from '@messaging-service/emulator/vitest';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest';

const atTen = createEmulatorTest({ now: '2026-01-01T10:00Z' });

const WEATHER = 'https://weather.test/today';

function weatherServer() {
  return setupServer(http.get(WEATHER, () => HttpResponse.text('sunny')));
}

interface Target {
  readonly baseUrl: string;
  readonly account: { readonly apiKey: string };
}

/** This is like code under test: it uses two services. */
async function sendWeather(target: Target): Promise<void> {
  await send(target, await (await fetch(WEATHER)).text());
}

async function send({ baseUrl, account }: Target, body: string): Promise<void> {
  const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body };
  const url = `${baseUrl}/message?key=${account.apiKey}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ messages: [message] }) });
  expect(response.status).toBe(200);
}

const bodies = (emulator: { messages(): readonly { readonly body: string }[] }) =>
  emulator.messages().map(({ body }) => body);

describe('the fixture beside an MSW server of your own (EMU-8)', () => {
  describe('that listens before the first test, as in a setup file', () => {
    const server = weatherServer();
    beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
    afterEach(() => server.resetHandlers());
    afterAll(() => server.close());

    for (const time of ['first', 'second'])
      test(`both get their requests: ${time} test`, async ({ emulator }) => {
        await sendWeather(emulator);
        expect(bodies(emulator)).toEqual(['sunny']);
      });

    test('its handlers can be changed by a test', async ({ emulator }) => {
      server.use(http.get(WEATHER, () => HttpResponse.text('rainy')));
      await sendWeather(emulator);
      expect(bodies(emulator)).toEqual(['rainy']);
    });

    atTen('also with a fixture that has options', async ({ emulator }) => {
      await sendWeather(emulator);
      expect(emulator.messages()).toMatchObject([{ body: 'sunny', queuedAt: '2026-01-01T10:00:00.000Z' }]);
    });

    test('the fixture has no server of its own', ({ server: own }) => {
      expect(own).toBeUndefined();
    });

    test.concurrent.for(['one', 'two', 'three'])(
      'concurrent tests: %s',
      async (_, { emulator, expect: check }) => {
        await sendWeather(emulator);
        // The reset after another test must not remove the emulator.
        await new Promise(setImmediate);
        server.resetHandlers();
        await sendWeather(emulator);
        check(bodies(emulator)).toEqual(['sunny', 'sunny']);
      },
    );
  });

  describe('that listens for some tests only', () => {
    let calls = 0;
    const server = setupServer(
      http.get(WEATHER, () => {
        calls += 1;
        return HttpResponse.text('sunny');
      }),
    );
    const warnings: unknown[] = [];
    beforeEach(() => {
      vi.spyOn(console, 'warn').mockImplementation((warning) => warnings.push(warning));
    });

    test('before it listens', async ({ emulator, server: own }) => {
      own?.use(http.get(WEATHER, () => HttpResponse.text('unknown')));
      await sendWeather(emulator);
      expect(bodies(emulator)).toEqual(['unknown']);
    });

    describe('while it listens', () => {
      beforeAll(() => server.listen());

      for (const time of ['first', 'second'])
        test(`both get their requests: ${time} test`, async ({ emulator }) => {
          await sendWeather(emulator);
          expect(bodies(emulator)).toEqual(['sunny']);
        });

      test('MSW passes each request twice, which a warning says once', () => {
        expect(calls).toBe(4);
        expect(warnings).toEqual([expect.stringContaining('reach its handlers twice')]);
      });
    });

    test('when a test closes it', async ({ emulator }) => {
      server.close();
      await Promise.resolve();
      await send(emulator, 'unknown');
      expect(bodies(emulator)).toEqual(['unknown']);
    });

    test('after it has been closed', async ({ emulator, server: own }) => {
      own?.use(http.get(WEATHER, () => HttpResponse.text('unknown')));
      await sendWeather(emulator);
      expect(bodies(emulator)).toEqual(['unknown']);
    });

    test('when a test starts it', async ({ emulator }) => {
      expect(emulator.messages()).toEqual([]);
      server.listen();
      expect(await (await fetch(WEATHER)).text()).toBe('sunny');
    });

    test('after a test has started it', async ({ emulator }) => {
      expect(warnings).toHaveLength(2);
      await sendWeather(emulator);
      expect(bodies(emulator)).toEqual(['sunny']);
      server.close();
    });
  });
});
