import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Emulator } from '@messaging-service/emulator';
import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { createLoginApp } from './app.ts';

const PHONE = '447700900123';
const CODE = /^(\d{6}) is your code/;

/** The application on its own port. */
interface RunningApp {
  /** Posts JSON and returns the status, the headers and the parsed body. */
  post(path: string, body: object): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** Requests a code and reads it from the phone. */
  code(): Promise<string>;
  /** Logs in and returns the status. */
  login(code: string): Promise<number>;
  /** Its log lines and responses. */
  readonly said: string[];
}

const test = createEmulatorTest({ intercept: false }).extend<{ app: RunningApp }>({
  app: async ({ emulator }, use) => {
    const said: string[] = [];
    const { baseUrl, fetch, account } = emulator;
    const client = createMessagingClient({
      baseUrl,
      fetch,
      accountKey: account.apiKey,
      retry: false,
      logger: loggerInto(said),
    });
    const server = createServer(
      createLoginApp({
        client,
        sender: 'DEMO',
        log: (line) => said.push(line),
        now: () => emulator.clock.now().getTime(),
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(runningApp(emulator, (server.address() as AddressInfo).port, said));
    server.closeAllConnections();
    server.close();
  },
});

function runningApp(emulator: Emulator, port: number, said: string[]): RunningApp {
  const post: RunningApp['post'] = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    said.push(text);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as unknown };
  };
  return {
    post,
    async code() {
      expect((await post('/login/code', { phone: PHONE })).status).toBe(202);
      const { match } = await emulator.waitForMessage({ to: PHONE, match: CODE });
      return match?.[1] ?? '';
    },
    login: async (code) => (await post('/login', { phone: PHONE, code })).status,
    said,
  };
}

function loggerInto(lines: string[]) {
  const write = (details: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(details)}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}

/** Another code of six digits. */
function notThe(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

describe('logging in with a code', () => {
  test('the code on the phone opens a session', async ({ app }) => {
    const code = await app.code();
    const { status, body } = await app.post('/login', { phone: PHONE, code });
    expect(status).toBe(200);
    expect((body as { session: string }).session).toMatch(/^[\w-]{43}$/);
  });

  test.for([
    ['a space in the middle', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a hyphen in the middle', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['spaces around it', (code: string) => ` ${code}\u00a0`],
  ] as const)('a code is valid with %s', async ([, spell], { app }) => {
    expect(await app.login(spell(await app.code()))).toBe(200);
  });

  test('a code opens one session, not two', async ({ app }) => {
    const code = await app.code();
    expect(await app.login(code)).toBe(200);
    expect(await app.login(code)).toBe(401);
  });

  test('another code is rejected, and so is the code of another phone', async ({ app }) => {
    const code = await app.code();
    expect(await app.login(notThe(code))).toBe(401);
    expect((await app.post('/login', { phone: '447700900124', code })).status).toBe(401);
  });

  test('a code is valid for exactly five minutes', async ({ app, emulator }) => {
    const inTime = await app.code();
    await emulator.clock.advance(5 * 60_000 - 1);
    expect(await app.login(inTime)).toBe(200);
    const late = await app.code();
    await emulator.clock.advance('5m');
    expect(await app.login(late)).toBe(401);
  });

  test('after five guesses the right code is rejected, even when they arrive concurrently', async ({
    app,
  }) => {
    const code = await app.code();
    const guesses = await Promise.all([1, 2, 3, 4, 5].map((by) => app.login(notThe(code, by))));
    expect(guesses).toEqual([401, 401, 401, 401, 401]);
    expect(await app.login(code)).toBe(401);
  });

  test('the fifth guess may still be the right one', async ({ app }) => {
    const code = await app.code();
    for (const by of [1, 2, 3, 4]) expect(await app.login(notThe(code, by))).toBe(401);
    expect(await app.login(code)).toBe(200);
  });
});

describe('requesting another code', () => {
  test('is refused for a minute, with the time to wait', async ({ app, emulator }) => {
    await app.code();
    await emulator.clock.advance('20s');
    const refused = await app.post('/login/code', { phone: PHONE });
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_codes' } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(emulator.messages()).toHaveLength(1);
    await emulator.clock.advance('40s');
    await app.code();
  });

  test('is refused however the number is written', async ({ app, emulator }) => {
    await app.code();
    expect((await app.post('/login/code', { phone: '+44 7700 900-123' })).status).toBe(429);
    expect(emulator.messages()).toHaveLength(1);
  });

  test('invalidates the previous code', async ({ app, emulator }) => {
    const first = await app.code();
    await emulator.clock.advance('1m');
    const second = await app.code();
    expect(await app.login(first)).toBe(first === second ? 200 : 401);
    expect(await app.login(second)).toBe(first === second ? 401 : 200);
  });

  test('is possible three times an hour', async ({ app, emulator }) => {
    for (let i = 0; i < 3; i++) {
      await app.code();
      await emulator.clock.advance('10m');
    }
    const refused = await app.post('/login/code', { phone: PHONE });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1800');
    await emulator.clock.advance('30m');
    await app.code();
  });

  test('is possible immediately when the text was refused', async ({ app, emulator }) => {
    emulator.addFault({ path: '/message', status: 503 });
    expect((await app.post('/login/code', { phone: PHONE })).status).toBe(503);
    expect(emulator.messages()).toEqual([]);
    expect(await app.login(await app.code())).toBe(200);
  });

  test('is not needed when only the response was lost: the code arrived and is valid', async ({
    app,
    emulator,
  }) => {
    emulator.addFault({ path: '/message', when: 'after', disconnect: true });
    expect(await app.login(await app.code())).toBe(200);
  });
});

describe('confidential data', () => {
  test('logs and responses contain neither codes nor complete numbers', async ({ app, emulator }) => {
    const code = await app.code();
    await app.login(notThe(code));
    await app.login(code);
    await emulator.clock.advance('1m');
    emulator.addFault({ path: '/message', status: 500 });
    await app.post('/login/code', { phone: PHONE });
    // A session is random, so it can contain any six digits.
    const said = app.said.filter((text) => !text.startsWith('{"session"')).join('\n');
    expect(said).toContain('code for …123 queued');
    expect(said).toContain('code for …123 failed');
    expect(said).not.toContain(code);
    expect(said).not.toContain(PHONE);
  });

  test.for([{}, { phone: 447700900123 }, { phone: 'me' }, { phone: ['447700900123'] }])(
    '%j is not a phone number: nothing is sent',
    async (body, { app, emulator }) => {
      expect((await app.post('/login/code', body)).status).toBe(400);
      expect(emulator.messages()).toEqual([]);
    },
  );

  test.for([{}, { phone: PHONE }, { phone: PHONE, code: 123456 }, { phone: PHONE, code: '12345é' }])(
    '%j opens no session',
    async (body, { app }) => {
      await app.code();
      expect((await app.post('/login', body)).status).toBe(401);
    },
  );
});
