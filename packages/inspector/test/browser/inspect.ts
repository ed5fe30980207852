import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { verify } from '@messaging-service/webhooks';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { CHROMIUM, hasChromium } from '../../../../tools/chromium.ts';

/** The secret of the account whose replies the receiver of these tests verifies. */
export const SECRET = 'a secret of at least sixteen';

/** Where webhooks go: a request that is signed is verified, and one that is not genuine is refused. */
interface Receiver {
  readonly url: string;
  /** Payloads whose signature was right. */
  readonly verified: unknown[];
  /** Statuses of the next responses; 200 after them. */
  readonly statuses: number[];
}

/** A served emulator with its page open in a browser. */
interface Inspected {
  readonly emulator: Emulator;
  readonly server: EmulatorServer;
  readonly client: ReturnType<typeof clientOf>;
  readonly receiver: Receiver;
  readonly page: Page;
  /** Goes to a view, such as `#/messages`. */
  visit(hash: string): Promise<void>;
  /** Sends messages through the SDK. */
  send(...messages: ReturnType<typeof text>[]): Promise<unknown>;
  /** Calls the control API. */
  control(call: string, body?: unknown): Promise<unknown>;
}

/** Serves an emulator and opens its page. */
export type Inspect = (wish?: Wish) => Promise<Inspected>;

interface Wish {
  readonly options?: EmulatorOptions;
  readonly browser?: BrowserContextOptions;
}

function clientOf({ account, organization }: Emulator, server: EmulatorServer) {
  return createMessagingClient({
    baseUrl: server.url,
    accountKey: account.apiKey,
    organizationKey: organization.apiKey,
    retry: { attempts: 1 },
  });
}

async function startReceiver(): Promise<Receiver & { close(): void }> {
  const verified: unknown[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const { headers } = request;
        if (headers.signature !== undefined) {
          // Emulated time is not the machine's: a genuine signature may be of any age.
          const options = { secrets: SECRET, tolerance: Number.POSITIVE_INFINITY };
          const { payload } = await verify({ body: Buffer.concat(chunks), headers }, options);
          verified.push(payload);
        }
        response.statusCode = statuses.shift() ?? 200;
        response.end();
      })().catch((error: unknown) => {
        response.statusCode = 401;
        response.end(String(error));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    verified,
    statuses,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A test of the page. It fails when the page logs an error, throws, or makes a request to another server. Without
 * Chromium, it is skipped.
 */
const test = base.extend<{ browser: Browser; inspect: Inspect }>({
  browser: [
    // Vitest reads from the pattern which fixtures are used.
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--disable-gpu'],
      });
      await use(browser);
      await browser.close();
    },
    // The start of a browser takes longer than most tests. Files share it, and each test has contexts of its own in it.
    { scope: 'worker' },
  ],
  inspect: async ({ browser }, use) => {
    const problems: string[] = [];
    const closing: (() => Promise<void> | void)[] = [];
    await use(async ({ options = {}, browser: contextOptions = {} } = {}) => {
      const emulator = createEmulator({ now: '2026-01-01T09:00Z', ...options });
      const server = await listen(emulator);
      const receiver = await startReceiver();
      const context = await browser.newContext(contextOptions);
      closing.push(
        () => context.close(),
        () => server.close().catch(unlessStopped),
        () => emulator.close(),
        () => receiver.close(),
      );
      const page = await context.newPage();
      watch(page, server.url, problems);
      await page.goto(server.inspectorUrl);
      return {
        emulator,
        server,
        receiver,
        page,
        // Some emulators have no account, so that a client cannot be made.
        get client() {
          return clientOf(emulator, server);
        },
        send: (...messages) => clientOf(emulator, server).messages.send({ messages }),
        visit: async (hash) => {
          await page.evaluate((to) => {
            location.hash = to;
          }, hash);
        },
        control: async (call, body) => {
          const [method = '', path = ''] = call.split(' ');
          const text = body === undefined ? {} : { body: JSON.stringify(body) };
          const response = await fetch(`${server.url}/_emulator${path}`, { method, ...text });
          if (!response.ok) throw new Error(await response.text());
          return (await response.json()) as unknown;
        },
      };
    });
    for (const close of closing) await close();
    expect(problems).toEqual([]);
  },
});

/** A test may have stopped the server already; anything else that keeps it from closing is a failure. */
function unlessStopped(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error;
}

/** Skips the test without a browser; Vitest reports that. */
export const inBrowser = test.skipIf(!hasChromium);

function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`threw ${error.message}`));
  page.on('console', (message) => {
    // The browser logs each response that is not a success; the page shows its error.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(`logged ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      problems.push(`asked for ${request.url()}`);
  });
}

/** A message that the default account can send. */
export function text(body: string, overrides: object = {}) {
  return { to: '447700900123', from: { type: 'custom' as const, value: 'DEMO' }, body, ...overrides };
}
