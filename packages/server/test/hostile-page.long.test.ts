import { channel } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CHROMIUM, hasChromium } from '../../../tools/chromium.ts';

if (!hasChromium) process.stderr.write(`No ${CHROMIUM}: the tests with hostile pages are skipped.\n`);

/** Names by which a page that is not the emulator's reaches this machine. */
const HOSTS = ['localhost', '127.0.0.1', 'attacker.localhost', '127.0.0.2', 'evil.example'] as const;

/** Requests that browsers send without asking first, each as the body of a function of the page. */
const ATTACKS = {
  'a no-cors POST': `fetch(url, { method: 'POST', mode: 'no-cors', body })`,
  'a no-cors POST of text': `fetch(url, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body })`,
  'a no-cors POST without a referrer': `fetch(url, { method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer', body })`,
  'a POST with CORS and without a preflight': `fetch(url, { method: 'POST', body })`,
  'a POST with a preflight': `fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })`,
  'a beacon': `navigator.sendBeacon(url, body)`,
  'a form in URL encoding': `submit(url, 'application/x-www-form-urlencoded', body)`,
  'a form in parts': `submit(url, 'multipart/form-data', body)`,
  'a form of plain text': `submit(url, 'text/plain', body)`,
  'a form of a sandboxed frame': `frame('<form method=post enctype=text/plain action="' + url + '"><input name=a></form><script>document.forms[0].submit()</script>')`,
} as const;

/** The functions that the attacks above use. A form that sends JSON hides the sign of equality in a member. */
const TOOLS = `
  function submit(url, enctype, body) {
    const form = document.createElement('form');
    const target = document.createElement('iframe');
    target.name = 'target' + document.forms.length;
    const input = document.createElement('input');
    input.name = body.slice(0, -2) + ',"id":"';
    input.value = '"}]}';
    Object.assign(form, { method: 'post', action: url, enctype, target: target.name });
    form.append(input);
    document.body.append(target, form);
    form.submit();
  }
  function frame(html) {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts allow-forms';
    frame.srcdoc = html;
    document.body.append(frame);
  }
`;

let browser: Browser;
let attacker: { readonly port: number; close(): void };

beforeAll(async () => {
  if (!hasChromium) return;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  attacker = {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    // DNS rebinding: names of the attacker that lead to this machine.
    '--host-resolver-rules=MAP *.example 127.0.0.1',
  ];
  browser = await chromium.launch({ executablePath: CHROMIUM, args });
});

afterAll(async () => {
  if (!hasChromium) return;
  await browser.close();
  attacker.close();
});

interface Attacked {
  readonly emulator: Emulator;
  readonly server: EmulatorServer;
  /** The responses of the server, recorded at the server, because browsers hide some of them. */
  readonly answers: string[];
  readonly page: Page;
}

/** A served emulator with one message in it, and a page that is not its own. */
async function attack(host: string): Promise<Attacked> {
  const emulator = createEmulator({ now: '2026-01-01T09:00Z' });
  const server = await listen(emulator);
  const page = await (await browser.newContext()).newPage();
  onTestFinished(async () => {
    await page.context().close();
    await server.close();
    emulator.close();
  });
  await emulator.fetch(`${emulator.baseUrl}/message?key=${emulator.account.apiKey}`, {
    method: 'POST',
    body: JSON.stringify({ messages: [{ to: '447700900123', from: { type: 'shared' }, body: 'x' }] }),
  });
  await page.goto(`http://${host}:${attacker.port}/`);
  await page.evaluate(TOOLS.replaceAll(/function (\w+)/g, 'window.$1 = function'));
  return { emulator, server, page, answers: answersOf(server) };
}

/** Records the responses of a server from now on, such as `POST /message 403`. */
function answersOf({ url }: EmulatorServer): string[] {
  const answers: string[] = [];
  const finished = channel('http.server.response.finish');
  const port = Number(new URL(url).port);
  const note = (event: unknown) => {
    const { request, response } = event as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== port) return;
    const [path] = (request.url ?? '').split('?');
    answers.push(`${request.method} ${path} ${response.statusCode}`);
  };
  finished.subscribe(note);
  onTestFinished(() => {
    finished.unsubscribe(note);
  });
  return answers;
}

/** Runs a piece of code in the page and returns its result. */
function inPage<T>(page: Page, code: string, variables: Readonly<Record<string, unknown>>): Promise<T> {
  const names = Object.keys(variables).join(', ');
  return page.evaluate<T>(`(({ ${names} }) => { ${code} })(${JSON.stringify(variables)})`);
}

describe.skipIf(!hasChromium)('in Chromium', () => {
  test.each(HOSTS)('a page of http://%s on another port cannot send a message in any way', async (host) => {
    const { emulator, server, page, answers } = await attack(host);
    const callback = `${server.url}/_emulator/reset`;
    const from = { type: 'shared' };
    const body = JSON.stringify({ messages: [{ to: '447700900123', from, body: 'x', callback }] });
    const url = `${server.url}/message?key=${emulator.account.apiKey}`;
    for (const [way, code] of Object.entries(ATTACKS)) {
      answers.length = 0;
      await inPage(page, `void ${code}`, { url, body });
      await vi.waitFor(() => expect(answers, way).not.toEqual([]), { timeout: 30_000 });
      expect(answers, way).toEqual([expect.stringMatching(/^(?:POST|OPTIONS) \/message 403$/)]);
    }
    await emulator.clock.advance('1h');
    expect(emulator.messages()).toHaveLength(1);
    expect(emulator.webhooks()).toEqual([]);
  });

  test('a host name of the attacker that resolves to the server (DNS rebinding) has no access', async () => {
    const first = await attack('localhost');
    const { port } = new URL(first.server.url);
    const response = await first.page.goto(`http://rebound.example:${port}/_emulator/`);
    expect(response?.status()).toBe(403);
    const calls = [
      ['GET', '/_emulator/messages'],
      ['POST', '/_emulator/reset'],
      ['GET', `/batch?key=${first.emulator.account.apiKey}`],
    ];
    const code = `return Promise.all(calls.map(([method, path]) => fetch(path, { method }).then(({ status }) => status)))`;
    const statuses = await inPage(first.page, code, { calls });
    expect(statuses).toEqual([403, 403, 403]);
    expect(first.emulator.messages()).toHaveLength(1);
  });
});
