import { sendServed, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const CONTROL = [
  '/health',
  '/clock',
  '/mark',
  '/messages',
  '/webhooks',
  '/faults',
  '/sandboxes',
  '/snapshot',
  '/openapi.json',
  '/missing',
  '/messages/wait?timeout=1',
];
const PUBLIC = ['/batch', '/dr-responses', '/account'];

test.each([...CONTROL.map((path) => `/_emulator${path}`), ...PUBLIC, '/favicon.ico'])(
  'HEAD %s has the status and the headers of GET, and no body (API-2)',
  async (path) => {
    const served = await serve();
    await sendServed(served);
    const key = path.startsWith('/account') ? served.organizationKey : served.accountKey;
    const url = `${served.server.url}${path}${PUBLIC.includes(path) ? `?key=${key}` : ''}`;
    const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    expect(head.status).toBe(get.status);
    const headers = ({ headers: all }: Response) =>
      Object.fromEntries([...all].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)));
    expect(headers(head)).toEqual(headers(get));
    expect(await head.text()).toBe('');
  },
);

test('HEAD of a stream of events ends with its headers (API-2)', async () => {
  const { server } = await serve();
  const response = await fetch(`${server.url}/_emulator/events`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/event-stream',
    '',
  ]);
});

test('HEAD and POST of another method are refused as before (API-2)', async () => {
  const { control, server } = await serve();
  const head = await fetch(`${server.url}/_emulator/reset`, { method: 'HEAD' });
  expect(head.status).toBe(405);
  expect((await control('POST /clock')).status).toBe(405);
});

test('the health of a server is shown without its token, and nothing else is (EMU-22)', async () => {
  const { server } = await serve({}, { controlToken: 'a-token-for-tests' });
  const statusOf = async (method: string, path: string) =>
    (await fetch(`${server.url}/_emulator${path}`, { method })).status;
  expect(await statusOf('GET', '/health')).toBe(200);
  expect(await statusOf('HEAD', '/health')).toBe(200);
  expect(await statusOf('GET', '/health?a=b')).toBe(400);
  for (const [method, path] of [
    ['POST', '/health'],
    ['GET', '/healthy'],
    ['GET', '/clock'],
    ['HEAD', '/messages'],
    ['GET', '/sandboxes/sandbox-1/health'],
  ] as const)
    expect([method, path, await statusOf(method, path)]).toEqual([method, path, 401]);
});
