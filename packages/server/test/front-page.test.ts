import { execFile, spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { type Served, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { bare } from './raw.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** What a program with this header gets at a path of the server. */
async function open({ server }: Pick<Served, 'server'>, accept: string, path = '/', method = 'GET') {
  const response = await fetch(server.url + path, { method, headers: { accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The command on the page, as a reader copies it. */
function commandOn(page: string): string {
  const [, code = ''] = /<pre[^>]*><code>([^]*?)<\/code><\/pre>/.exec(page) ?? [];
  return code.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));
}

const linksOn = (page: string) => [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);

test.each([
  [BROWSER],
  ['text/html'],
  ['TEXT/HTML; Level=1'],
  ['text/html;q=0.5'],
  ['*/*, text/html'],
  ['application/json;q=0.5, text/html'],
  ['text/html, application/json'],
])('a program that accepts "%s" gets a page at the address of the server (EMU-25)', async (accept) => {
  const { status, headers, text } = await open(await serve(), accept);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<h1>Messaging emulator</h1>');
});

test.each([
  ['*/*'],
  ['application/json'],
  ['application/json, text/plain, */*'],
  ['application/json, text/html'],
  ['application/json, text/html;q=0.9'],
  ['text/html;q=0, */*'],
  ['text/plain'],
  [''],
])('a program that accepts "%s" gets JSON at the address of the server (EMU-25)', async (accept) => {
  const served = await serve();
  const { status, text } = await open(served, accept);
  expect([status, JSON.parse(text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
});

test('a request without accept gets JSON at the address of the server (EMU-25)', async () => {
  const { server } = await serve();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  get(server.url, (response) => resolve(response.resume().headers['content-type']));
  expect(await promise).toBe('application/json');
});

test('HEAD has the headers of the page and no body; other methods and paths get JSON (EMU-25)', async () => {
  const served = await serve();
  const [page, head] = [await open(served, BROWSER, '/?a=1'), await open(served, BROWSER, '/', 'HEAD')];
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of ['content-type', 'content-length', 'content-security-policy', 'cache-control'])
    expect(head.headers.get(name), name).toBe(page.headers.get(name));
  for (const [method, path] of [
    ['POST', '/'],
    ['DELETE', '/'],
    ['GET', '/batch'],
    ['GET', '//'],
    ['GET', '/index.html'],
  ])
    expect((await open(served, BROWSER, path, method)).headers.get('content-type'), path).toBe(
      'application/json',
    );
});

test('every link of the page leads somewhere, and nothing is loaded from elsewhere (EMU-25)', async () => {
  const served = await serve();
  const { headers, text } = await open(served, BROWSER);
  expect(linksOn(text)).toEqual(['./_emulator/', './_emulator/openapi.json', './_emulator/health']);
  for (const link of linksOn(text))
    expect((await open(served, BROWSER, link.slice(1))).status, link).toBe(200);
  expect(text).not.toMatch(/<script|<img|@import|url\(/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test.skipIf(!hasCurl)('the command on the page sends a text (EMU-25)', async () => {
  for (const options of [{}, { sharedSenders: [] }]) {
    const served = await serve(options);
    const command = commandOn((await open(served, BROWSER)).text);
    await promisify(execFile)('bash', ['-c', command]);
    expect(served.emulator.messages(), command).toMatchObject([{ to: '447700900123', state: 'delivered' }]);
  }
});

test('the page is not among the calls of the API (EMU-25)', async () => {
  const served = await serve();
  await open(served, BROWSER);
  await open(served, '*/*', '/batch');
  const { requests } = await served.read<{ requests: readonly { path: string }[] }>('/requests');
  expect(JSON.stringify(requests)).toContain('/batch');
  expect(requests).toHaveLength(1);
});

test('the page obeys the rules for callers: foreign hosts and foreign pages are refused (EMU-10)', async () => {
  const served = await serve();
  const accept = BROWSER;
  for (const headers of [
    { host: 'example.com', accept },
    { host: 'localhost"><script>', accept },
    { host: 'localhost', origin: 'http://example.com', accept },
  ])
    expect((await bare(served, 'GET /', headers)).status, headers.host).toBe(403);
  expect(await (await bare(served, 'GET /', { host: 'localhost:1', accept })).text()).toContain(
    'http://localhost:1/message',
  );
});

test('with a control token, the page is shown without keys (EMU-22)', async () => {
  const served = await serve({}, { controlToken: 'token-for-tests' });
  const { status, text } = await open(served, BROWSER);
  expect(status).toBe(200);
  expect(text).toContain('YOUR_ACCOUNT_KEY');
  for (const secret of [served.accountKey, served.organizationKey, 'token-for-tests'])
    expect(text).not.toContain(secret);
});
