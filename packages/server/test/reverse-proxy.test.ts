import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { request, type Served, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const HTML = { accept: 'text/html' };

/** A call as a reverse proxy passes it on, after it has removed the path below which it has the server. */
async function forwarded({ server }: Served, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

/** The addresses that a page names. */
function addressesIn(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
}

/** The `controlUrl` of a new sandbox. */
async function controlUrlOf({ server }: Served, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${server.url}/_emulator/sandboxes`, { method: 'POST', headers, body: '{}' });
  return ((await response.json()) as { controlUrl: string }).controlUrl;
}

describe('behind a reverse proxy that has the server below a path (EMU-26)', () => {
  test('the address of the inspector without the slash at its end leads to the one with it', async () => {
    const { status, location } = await forwarded(await serve(), '/_emulator');
    expect(status).toBe(308);
    const target = new URL(location ?? '', 'http://proxy.test/team/sms/_emulator').href;
    expect(target).toBe('http://proxy.test/team/sms/_emulator/');
  });

  test('the page at the address of the server links to addresses below the path', async () => {
    const { text } = await forwarded(await serve(), '/', HTML);
    const links = addressesIn(text).filter((address) => !address.startsWith('data:'));
    expect(links).toContain('./_emulator/');
    for (const link of links)
      expect(new URL(link, 'http://proxy.test/team/sms/').pathname).toMatch(/^\/team\/sms\//);
  });

  test('addresses in responses have the path and the scheme that the proxy says it has replaced', async () => {
    const served = await serve();
    const headers = { 'x-forwarded-prefix': '/team/sms/', 'x-forwarded-proto': 'https, http' };
    const { host } = new URL(served.server.url);
    expect(await controlUrlOf(served, headers)).toBe(
      `https://${host}/team/sms/_emulator/sandboxes/sandbox-1`,
    );
    const { text } = await forwarded(served, '/', { ...HTML, ...headers });
    expect(text).toContain('href="/team/sms/_emulator/"');
    expect(text).toContain(`https://${host}/team/sms/message?key=`);
  });

  test.each(['//evil.test', '/"><script>', 'sms', '/a b', '/..//x', 'http://evil.test/', '/a?b'])(
    'a path such as %j is not repeated',
    async (prefix) => {
      const served = await serve();
      const headers = { 'x-forwarded-prefix': prefix, 'x-forwarded-proto': 'javascript' };
      expect(await controlUrlOf(served, headers)).toBe(`${served.server.url}/_emulator/sandboxes/sandbox-1`);
    },
  );

  test('these headers do not replace the host, which decides who may call (EMU-10)', async () => {
    const { server } = await serve();
    const headers = { host: 'evil.test', 'x-forwarded-host': 'localhost', 'x-forwarded-prefix': '/sms' };
    const refused = await new Promise<number | undefined>((resolve) => {
      get(`${server.url}/_emulator/clock`, { headers }, (response) => {
        void json(response).then(() => resolve(response.statusCode));
      });
    });
    expect(refused).toBe(403);
    expect(await request(server.url, 'GET /_emulator/clock')).toMatchObject({ status: 200 });
  });
});
