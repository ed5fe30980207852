import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NextApplication, SEGMENTS, type Version } from './application.ts';

const TRANSPORTS = ['default', 'fetch', 'ky'] as const;

const cases = Object.keys(SEGMENTS).flatMap((segment) =>
  TRANSPORTS.map((transport) => ({ segment, transport })),
);

/** Segments whose pages Next.js itself renders once, as their settings say. */
const STORED = new Set(['force-cache', 'only-cache']);

describe.each(['14', '16'] satisfies Version[])('Next.js %s', (version) => {
  const missing = NextApplication.missing(version);
  if (missing !== undefined) process.stderr.write(`Next.js ${version} is skipped: ${missing}\n`);

  describe.skipIf(missing !== undefined)('every call reaches the service, whatever the route caches', () => {
    const emulator = createEmulator({ accounts: [{ credits: 1000 }], carrier: { after: '1m' } });
    const started = new AsyncDisposableStack();
    const own = createMessagingClient({
      baseUrl: emulator.baseUrl,
      fetch: emulator.fetch,
      accountKey: emulator.account.apiKey,
      organizationKey: emulator.organization.apiKey,
    });
    const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
    const credits = async () => (await own.accounts.list()).accounts[0]?.credits ?? 0;
    const keys = [emulator.account.apiKey, emulator.organization.apiKey];
    let application: NextApplication;
    let url: string;
    let output: () => string;
    let built: string;

    const call = async (segment: string, transport: string, action: string, argument?: string) => {
      const body = JSON.stringify({ transport, action, argument });
      const response = await fetch(`${url}/api/${segment}`, { method: 'POST', body });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    };

    beforeAll(async () => {
      const service = await listen(emulator);
      started.defer(() => service.close());
      application = new NextApplication(version, {
        MESSAGING_BASE_URL: service.url,
        MESSAGING_ACCOUNT: emulator.account.identifier,
        MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
        MESSAGING_ORGANIZATION_KEY: emulator.organization.apiKey,
      });
      built = await application.build();
      const running = started.use(await application.start());
      ({ url, output } = running);
    }, 300_000);

    afterAll(() => started.disposeAsync());

    test.for(cases)(
      'three top-ups are three requests: $segment, $transport (CRD-6)',
      async ({ segment, transport }) => {
        const before = await credits();
        for (let n = 0; n < 3; n++) await call(segment, transport, 'topUp', emulator.account.identifier);
        expect((await credits()) - before).toBe(300);
      },
    );

    test.for(Object.keys(SEGMENTS))(
      'three top-ups of a handler that does not read its request are three requests: %s',
      async (segment) => {
        const before = await credits();
        for (let n = 0; n < 3; n++) await (await fetch(`${url}/api/${segment}`)).text();
        expect((await credits()) - before).toBe(300);
      },
    );

    test.for(cases)(
      'receipts that are polled change: $segment, $transport',
      async ({ segment, transport }) => {
        const { batchUuid } = await own.messages.sendOne(message);
        const counts = async () => (await call(segment, transport, 'receipts', batchUuid)).counts;
        const before = await counts();
        await emulator.clock.advance('1m');
        expect([before, await counts()]).toEqual([
          { total: 1, delivered: 0, failed: 0 },
          { total: 1, delivered: 1, failed: 0 },
        ]);
      },
    );

    test.for(cases)(
      'each new account is another one: $segment, $transport',
      async ({ segment, transport }) => {
        const created = [await call(segment, transport, 'create'), await call(segment, transport, 'create')];
        for (const { apiKey } of created) keys.push(String(apiKey));
        expect(new Set(keys).size).toBe(keys.length);
      },
    );

    const pages = Object.keys(SEGMENTS).filter((segment) => !STORED.has(segment));
    test.for(pages)('a page shows the credits of this moment: %s', async (segment) => {
      for (let n = 0; n < 2; n++) {
        const page = await (await fetch(`${url}/pages/${segment}`)).text();
        expect(page).toContain(`[${await credits()},`);
        await own.accounts.topUp({ accountUuid: emulator.account.identifier, topup: 1 });
      }
    });

    test('no key is in the files of the application, or in what its build and its server print', () => {
      const texts = new Map([...application.written(), ['the build', built], ['the server', output()]]);
      const found = [...texts].filter(([, text]) => keys.some((key) => text.includes(key)));
      expect(found.map(([path]) => path)).toEqual([]);
    });
  });
});
