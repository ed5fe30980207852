import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { inspectorFiles } from '../../src/server/inspector-files.ts';

/** A folder as the build writes it. */
function built(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the page');
  writeFileSync(join(folder, 'assets/index-1.js'), 'void 0;');
  writeFileSync(join(folder, 'secrets.env'), 'KEY=1');
  return folder;
}

test('if the inspector is not built, the page says how to build it', () => {
  const page = inspectorFiles(['/nowhere'])('');
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<code>npm run build</code>') });
});

test('the page and its assets are served by name; nothing else of the folder, and nothing outside of it', () => {
  const file = inspectorFiles(['/nowhere', built()]);
  expect(file('')?.body).toContain('the page');
  expect(file('assets/index-1.js')).toMatchObject({
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    body: 'void 0;',
  });
  for (const path of [
    'index.html',
    'secrets.env',
    'assets',
    'assets/../secrets.env',
    '../package.json',
    'assets/%2e%2e/x',
  ])
    expect(file(path), path).toBeUndefined();
});

test('the page is served to local callers at the prefix and below each sandbox, and may load from this server only', async () => {
  const { server, control } = await serve();
  const { id } = (await control<{ id: string }>('POST /sandboxes')).body;
  for (const path of ['/_emulator', '/_emulator/', `/_emulator/sandboxes/${id}/`]) {
    const response = await fetch(`${server.url}${path}`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self'; base-uri 'none'/);
  }
  expect(await request(server.url, 'GET /_emulator/assets/../../package.json')).toMatchObject({
    status: 404,
  });
  expect((await control('POST /')).status).toBe(404);
});

test('the page and its files are compressed for callers that accept gzip, and only for them', async () => {
  const { server } = await serve();
  const get = async (acceptEncoding: string) => {
    const response = await fetch(`${server.url}/_emulator/`, {
      headers: { 'accept-encoding': acceptEncoding },
    });
    const { headers } = response;
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    return { coding: headers.get('content-encoding'), text: await response.text() };
  };
  const plain = await get('identity');
  expect(plain).toMatchObject({ coding: null, text: expect.stringContaining('<!doctype html>') });
  for (const accepted of ['gzip', 'br, GZIP;q=0.5', '*'])
    expect(await get(accepted), accepted).toEqual({ coding: 'gzip', text: plain.text });
  for (const other of ['', 'br', 'gzip;q=0', '*, gzip; q=0']) expect(await get(other), other).toEqual(plain);
});

test('the page of a sandbox that does not exist is compressed, and responses with data are not', async () => {
  const { server } = await serve();
  const headers = { 'accept-encoding': 'gzip' };
  const page = await fetch(`${server.url}/_emulator/sandboxes/none/`, { headers });
  expect([page.status, page.headers.get('content-encoding')]).toEqual([404, 'gzip']);
  expect(await page.text()).toContain('<!doctype html>');
  const clock = await fetch(`${server.url}/_emulator/clock`, { headers });
  expect(clock.headers.get('content-encoding')).toBeNull();
});
