import { afterEach, expect, test, vi } from 'vitest';
import { query } from '../../src/values.ts';

/** Loads the module on a page at an address. */
async function at(path: string, respond: (url: string, init: RequestInit) => Promise<Response>) {
  vi.resetModules();
  vi.stubGlobal('location', new URL(path, 'http://127.0.0.1:4010'));
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  return import('../../src/api/control-api.ts');
}

afterEach(() => void vi.unstubAllGlobals());

const ok = async () => Response.json({});

test.each([
  ['/_emulator/', '/_emulator', '/_emulator', ''],
  ['/_emulator/sandboxes/a%20b/', '/_emulator/sandboxes/a%20b', '/_emulator', 'a b'],
])('a page at %s uses the control API at %s', async (path, api, root, sandbox) => {
  const { API, ROOT, SANDBOX } = await at(path, ok);
  expect([API, ROOT, SANDBOX]).toEqual([api, root, sandbox]);
});

test('a call goes to the sandbox of the page, unless its path begins with the prefix', async () => {
  const urls: string[] = [];
  const { call } = await at('/_emulator/sandboxes/1/', (url) => {
    urls.push(url);
    return ok();
  });
  await call('GET', '/messages');
  await call('GET', '/_emulator/sandboxes');
  expect(urls).toEqual(['/_emulator/sandboxes/1/messages', '/_emulator/sandboxes']);
});

test('a body is sent as JSON, and text is sent unchanged', async () => {
  const bodies: unknown[] = [];
  const { call } = await at('/_emulator/', (_, { body }) => {
    bodies.push(body);
    return ok();
  });
  await call('POST', '/faults', { status: 503 });
  await call('PUT', '/snapshot', '{"version":1}');
  await call('POST', '/reset');
  expect(bodies).toEqual(['{"status":503}', '{"version":1}', undefined]);
});

test.each([
  [{ error: { message: 'There is no message 1.' } }, 'There is no message 1.'],
  [{}, 'The emulator responded with status 404.'],
])('a refusal with the body %o has the message "%s"', async (body, message) => {
  const { call } = await at('/_emulator/', async () => Response.json(body, { status: 404 }));
  await expect(call('GET', '/messages/1')).rejects.toThrow(message);
});

test('a query omits empty values and escapes the others', () => {
  expect(query({ offset: 0, search: '+44 & 1', state: '', batch: undefined })).toBe(
    '?offset=0&search=%2B44%20%26%201',
  );
  expect(query({ search: '' })).toBe('');
});
