import { channel } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, type ListenOptions, listen } from '@messaging-service/emulator/node';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

const executablePath = '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium) process.stderr.write(`No ${executablePath}: the tests with hostile pages are skipped.\n`);

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
  function load(tag, url) {
    return new Promise((resolve) => {
      const element = document.createElement(tag);
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('failed');
      element[tag === 'link' ? 'href' : 'src'] = url;
      if (tag === 'link') element.rel = 'stylesheet';
      document.body.append(element);
    });
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
  browser = await chromium.launch({ executablePath, args });
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
async function attack(host: string, options: ListenOptions = {}): Promise<Attacked> {
  const emulator = createEmulator({ now: '2026-01-01T09:00Z' });
  const server = await listen(emulator, options);
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
  describe.each(HOSTS)('a page of http://%s on another port', (host) => {
    test('cannot send a message in any way', async () => {
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

    test('does not reset, and gets no image, script, style, frame or event', async () => {
      const { emulator, server, page, answers } = await attack(host);
      await inPage(page, `return fetch(url, { method: 'POST', mode: 'no-cors' }).then(() => 0)`, {
        url: `${server.url}/_emulator/reset`,
      });
      for (const tag of ['img', 'script', 'link'])
        expect(
          await inPage(page, 'return load(tag, url)', { tag, url: `${server.url}/_emulator/messages/wait` }),
        ).toBe('failed');
      await inPage(page, `return load('iframe', url)`, { url: `${server.url}/_emulator/` });
      const code = `return new Promise((resolve) => {
        const source = new EventSource(url);
        source.onopen = () => resolve('open');
        source.onerror = () => resolve('closed ' + source.readyState);
      })`;
      expect(await inPage(page, code, { url: `${server.url}/_emulator/events` })).toBe('closed 2');
      const { waits, others } = Object.groupBy(answers, (answer) =>
        answer.includes('wait') ? 'waits' : 'others',
      );
      expect(waits).toEqual(Array.from({ length: 3 }, () => 'GET /_emulator/messages/wait 403'));
      expect(others).toEqual([
        'POST /_emulator/reset 403',
        'GET /_emulator/ 403',
        'GET /_emulator/events 403',
      ]);
      expect(emulator.messages()).toHaveLength(1);
    });

    test('cannot read, and gets no WebSocket', async () => {
      const { emulator, server, page } = await attack(host);
      for (const path of ['/_emulator/messages', `/batch?key=${emulator.account.apiKey}`]) {
        const code = `return fetch(url).then((response) => response.text(), () => 'blocked')`;
        expect(await inPage(page, code, { url: `${server.url}${path}` })).toBe('blocked');
      }
      const code = `return new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => resolve('open');
        socket.onclose = () => resolve('closed');
      })`;
      const url = `${server.url.replace('http', 'ws')}/_emulator/events`;
      expect(await inPage(page, code, { url })).toBe('closed');
    });

    test('may link to the inspector, which works in its tab', async () => {
      const { server, page } = await attack(host);
      await inPage(page, `location.href = url`, { url: server.inspectorUrl });
      await page.waitForURL(server.inspectorUrl);
      await expect.poll(() => page.title()).toMatch(/Messaging emulator$/);
      const code = `return fetch('/_emulator/settle', { method: 'POST' }).then(({ status }) => status)`;
      expect(await page.evaluate(`(() => { ${code} })()`)).toBe(200);
    });
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

  test('a page of an allowed origin calls and reads both APIs, and another does not', async () => {
    const allowedOrigins = [`http://attacker.localhost:${attacker.port}`];
    const { emulator, server, page } = await attack('attacker.localhost', { allowedOrigins });
    const call = `return fetch(url, init).then((response) => response.status, () => 'blocked')`;
    const json = { method: 'POST', headers: { 'content-type': 'application/json', 'x-trace': '1' } };
    const key = emulator.account.apiKey;
    const message = { to: '447700900123', from: { type: 'shared' }, body: 'x' };
    const sent = { ...json, body: JSON.stringify({ messages: [message] }) };
    const calls: [string, object, number][] = [
      [`/message?key=${key}`, sent, 200],
      [`/message?key=${key}`, { ...json, body: '{}' }, 400],
      [`/message?key=${key}`, { ...json, body: 'x'.repeat(11_000_000) }, 413],
      ['/_emulator/clock/advance', { ...json, body: '{"by":"1h"}' }, 200],
      ['/_emulator/carrier', { ...json, method: 'PUT', body: '{"outcome":"hold"}' }, 200],
      ['/_emulator/faults', { method: 'DELETE' }, 200],
      ['/_emulator/nothing', {}, 404],
    ];
    for (const [path, init, status] of calls) {
      const answer = await inPage(page, call, { url: `${server.url}${path}`, init });
      // While a large body is still being written, the end of the connection may hide the response from the browser.
      expect(status === 413 && answer === 'blocked' ? 413 : answer, path).toBe(status);
    }
    expect(emulator.messages()).toHaveLength(2);
    const events = `return new Promise((resolve) => {
      const source = new EventSource(url);
      source.onopen = () => { source.close(); resolve('open'); };
      source.onerror = () => resolve('closed');
    })`;
    expect(await inPage(page, events, { url: `${server.url}/_emulator/events` })).toBe('open');

    await page.goto(`http://127.0.0.1:${attacker.port}/`);
    const url = `${server.url}/message?key=${key}`;
    expect(await inPage(page, call, { url, init: sent })).toBe('blocked');
    expect(emulator.messages()).toHaveLength(2);
  });
});
