import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** How often the page was loaded again. */
let reloads = 0;
const session = new Map<string, string>();
const replaced: string[] = [];

interface FakeCall {
  readonly url: string;
  readonly init: RequestInit;
}

/** Loads the module on a page at an address. Calls get the responses in order. */
async function load(address: string, ...responses: readonly (() => Response)[]) {
  const calls: FakeCall[] = [];
  const url = new URL(address, 'http://127.0.0.1:4010');
  vi.resetModules();
  vi.stubGlobal('location', Object.assign(url, { reload: () => reloads++ }));
  vi.stubGlobal('history', { replaceState: (_: unknown, __: string, to: string) => replaced.push(to) });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => session.get(name) ?? null,
    setItem: (name: string, value: string) => session.set(name, value),
  });
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    const respond = responses[calls.length] ?? (() => Response.json({}));
    calls.push({ url: to, init });
    return respond();
  });
  return { ...(await import('../../src/api/control-api.ts')), calls };
}

beforeEach(() => {
  replaced.length = 0;
  reloads = 0;
  session.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const unauthorized = () =>
  Response.json({ error: { message: 'The control token is missing.' } }, { status: 401 });

describe('a control token (EMU-22)', () => {
  test('in the address is kept for the session, and removed from the address', async () => {
    const { call, calls } = await load('/_emulator/?x=1#token=a%2Fb%2Bc%3D');
    expect(replaced).toEqual(['/_emulator/?x=1']);
    await call('GET', '/messages');
    expect(calls[0]?.init.headers).toEqual({ authorization: 'Bearer a/b+c=' });
  });

  test('is nowhere when there is none', async () => {
    const { call, calls } = await load('/_emulator/#/messages');
    await call('GET', '/messages');
    expect(calls[0]?.init).not.toHaveProperty('headers');
    expect(replaced).toEqual([]);
  });

  test('that the user types is kept for the session, and the page is loaded again with it', async () => {
    const { call, openWith } = await load('/_emulator/', unauthorized);
    await expect(call('GET', '/a')).rejects.toThrow('The control token is missing.');
    expect([session.size, reloads]).toEqual([0, 0]);
    openWith('typed');
    expect([session.get('messaging-emulator-token'), reloads]).toEqual(['typed', 1]);
  });

  test('is not part of a call of the public API, which the emulator makes for the page with the key of an account', async () => {
    const { callPublic, calls } = await load('/_emulator/#token=secret', () =>
      Response.json({ status: 200, body: '{"batches":[]}' }),
    );
    const body = await callPublic('POST', '/message', { key: 'k', isDryrun: 'true' }, { messages: [] });
    expect(body).toEqual({ batches: [] });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe('/_emulator/calls');
    expect(calls[0]?.init.headers).toEqual({ authorization: 'Bearer secret' });
    expect(JSON.parse(calls[0]?.init.body as string)).toEqual({
      method: 'POST',
      url: '/message?key=k&isDryrun=true',
      body: '{"messages":[]}',
    });
  });
});

describe('a refusal', () => {
  const issues = [{ path: 'messages[0].to', message: 'must be a number' }];

  test('has the issues of the response, which forms show beside their controls', async () => {
    const body = { error: { message: 'The request is not valid.', issues } };
    const { call, issuesOf, Refusal } = await load('/_emulator/', () => Response.json(body, { status: 400 }));
    const error = await call('POST', '/x').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Refusal);
    expect(issuesOf(error)).toEqual(issues);
  });

  test('has no issues when the response has none, and neither has any other error', async () => {
    const { call, issuesOf } = await load('/_emulator/', () => Response.json({ error: {} }, { status: 409 }));
    const error = await call('POST', '/x').catch((caught: unknown) => caught);
    expect(issuesOf(error)).toEqual([]);
    expect(issuesOf(new Error('other'))).toEqual([]);
    expect(issuesOf(undefined)).toEqual([]);
  });

  test.each([
    ['an HTML page', '<html>Bad gateway</html>', 502],
    ['nothing', '', 503],
  ])('with %s as its body, as from a proxy, is reported with its status', async (_, body, status) => {
    const { call } = await load('/_emulator/', () => new Response(body, { status }));
    await expect(call('GET', '/messages')).rejects.toThrow(`The emulator responded with status ${status}.`);
  });
});

test('a success that is not JSON is an error in plain words', async () => {
  const { call } = await load('/_emulator/', () => new Response('<html>Sign in</html>'));
  await expect(call('GET', '/messages')).rejects.toThrow('The response is not JSON.');
});

test('an emulator that does not respond is reported in plain words, with the cause for developers', async () => {
  const failure = new TypeError('Failed to fetch');
  const { call } = await load('/_emulator/', () => {
    throw failure;
  });
  const error = await call('GET', '/x').catch((caught: unknown) => caught as Error);
  expect(error).toMatchObject({
    message: 'The emulator does not respond. Is it still running?',
    cause: failure,
  });
});

test('a call can be aborted, because its signal is passed on', async () => {
  const { call, calls } = await load('/_emulator/');
  const { signal } = new AbortController();
  await call('GET', '/x', undefined, signal);
  expect(calls[0]?.init.signal).toBe(signal);
});
