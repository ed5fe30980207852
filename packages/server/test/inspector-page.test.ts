import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectorFiles } from '@messaging-service/server/core';
import { request, serve, temporaryFolder } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

/** A folder as the build writes it. */
function built(): string {
  const folder = temporaryFolder('inspector');
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

test('the page of a sandbox that does not exist has the status 404', async () => {
  const { server } = await serve();
  const page = await fetch(`${server.url}/_emulator/sandboxes/none/`);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<!doctype html>')]);
});
