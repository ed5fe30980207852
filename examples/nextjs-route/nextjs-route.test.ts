import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';

const APP = 'https://shop.test';
const WEBHOOK = `${APP}/api/webhooks/messaging`;
const SECRET = 'a secret for tests';
const TOKEN = 'a token for tests';
const ID = '5f1dd5c7-3d0f-4c87-a1a3-1f1b8f4f3a10';
const CUSTOMER = '447700900123';

/** The routes, called as Next.js calls them. */
interface Routes {
  /** `POST /api/messages` */
  send(body: unknown, token?: string): Promise<Response>;
  /** `GET /api/messages/{id}` */
  statusOf(id: string): Promise<string | undefined>;
  /** `POST /api/webhooks/messaging` */
  webhook(request: Request): Promise<Response>;
}

/** Loads the routes with an empty memory, as after a deployment. */
async function loadRoutes(): Promise<Routes> {
  vi.resetModules();
  const { POST } = await import('./app/api/messages/route.ts');
  const { GET } = await import('./app/api/messages/[id]/route.ts');
  const webhook = await import('./app/api/webhooks/messaging/route.ts');
  const headers = { authorization: `Bearer ${TOKEN}` };
  return {
    send: (body, token = TOKEN) =>
      POST(
        new Request(`${APP}/api/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        }),
      ),
    async statusOf(id) {
      const request = new Request(`${APP}/api/messages/${id}`, { headers });
      const response = await GET(request, { params: Promise.resolve({ id }) });
      return response.ok ? ((await response.json()) as { status: string }).status : undefined;
    },
    webhook: (request) => webhook.POST(request),
  };
}

let loaded: Promise<Routes> | undefined;

/** The routes use the global `fetch`. MSW passes their calls to the emulator, and its webhooks to the routes. */
const test = createEmulatorTest({
  accounts: [{ credits: 10, mo: { mo_webhook_url: WEBHOOK, mo_webhook_secret: SECRET } }],
}).extend<{ routes: Routes }>({
  routes: async ({ emulator, server }, use) => {
    vi.stubEnv('MESSAGING_BASE_URL', emulator.baseUrl);
    vi.stubEnv('MESSAGING_ACCOUNT_KEY', emulator.account.apiKey);
    loaded ??= loadRoutes();
    const routes = await loaded;
    server?.use(http.post(WEBHOOK, ({ request }) => routes.webhook(request)));
    await use(routes);
  },
});

beforeEach(() => {
  vi.stubEnv('APP_URL', APP);
  vi.stubEnv('INTERNAL_TOKEN', TOKEN);
  vi.stubEnv('MESSAGING_WEBHOOK_SECRET', SECRET);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const message = { id: ID, to: CUSTOMER, text: 'Your parcel is ready' };

describe('POST /api/messages', () => {
  test('queues a text, and the receipt sets its state', async ({ emulator, routes }) => {
    const response = await routes.send(message);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: ID });
    expect(emulator).toHaveSentMessage({ to: CUSTOMER, body: 'Your parcel is ready' });
    await emulator.clock.settle();
    expect(emulator).toHaveDeliveredWebhook({ kind: 'delivery-receipt', url: WEBHOOK });
    expect(await routes.statusOf(ID)).toBe('delivered');
  });

  test('a text that the network cannot deliver is reported as failed', async ({ emulator, routes }) => {
    await routes.send({ ...message, to: '447700900822' });
    await emulator.clock.settle();
    expect(await routes.statusOf(ID)).toBe('failed');
  });

  test('the same request twice sends once and gets the same response', async ({ emulator, routes }) => {
    await routes.send(message);
    const again = await routes.send(message);
    expect(again.status).toBe(202);
    expect(await again.json()).toEqual({ id: ID });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('after a lost response the caller gets 503, and a retry does not send twice', async ({
    emulator,
    routes,
  }) => {
    emulator.addFault({ path: '/message', when: 'after', disconnect: true });
    const lost = await routes.send(message);
    expect(lost.status).toBe(503);
    expect(await lost.json()).toMatchObject({ error: { code: 'maybe_sent' } });
    expect((await routes.send(message)).status).toBe(202);
    expect(emulator.messages()).toHaveLength(1);
  });

  test('an invalid number is rejected with the reason before anything is sent', async ({
    emulator,
    routes,
  }) => {
    const response = await routes.send({ ...message, to: '0123' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { issues: [{ path: 'messages.0.to' }] } });
    expect(emulator.messages()).toEqual([]);
  });

  test('a body without the text is rejected with the names that it needs', async ({ routes }) => {
    const response = await routes.send({ id: message.id, to: message.to });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { issues: [{ message: 'must be an object with the texts id, to and text' }] },
    });
  });

  test('a refusal of the service is not an error of the caller', async ({ routes }) => {
    const response = await routes.send({ ...message, text: 'x'.repeat(160 * 20) });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'insufficient_credits' } });
  });

  test.for([7, 'text', {}, { ...message, text: 7 }])(
    '%j is not a valid request',
    async (body, { routes }) => {
      expect((await routes.send(body)).status).toBe(400);
    },
  );

  test('callers without the token cannot send', async ({ emulator, routes }) => {
    expect((await routes.send(message, 'a guess')).status).toBe(401);
    vi.stubEnv('INTERNAL_TOKEN', '');
    expect((await routes.send(message, '')).status).toBe(401);
    expect(emulator.messages()).toEqual([]);
  });
});

describe('POST /api/webhooks/messaging', () => {
  test('a message of a customer gets one reply, even if the function restarts in between', async ({
    emulator,
    routes,
    server,
  }) => {
    await routes.send(message);
    await emulator.clock.settle();
    // The function acts, and ends before it has responded.
    const lost = http.post(
      WEBHOOK,
      async ({ request }) => {
        expect((await routes.webhook(request)).status).toBe(200);
        return HttpResponse.error();
      },
      { once: true },
    );
    server?.use(lost);
    emulator.handset(CUSTOMER).reply('Where is it?');
    await emulator.clock.settle();
    const anew = await loadRoutes();
    server?.use(
      http.post(WEBHOOK, async ({ request }) => {
        // Each attempt is signed at its own time, which is ahead of the clock of this machine.
        vi.spyOn(Date, 'now').mockReturnValue(emulator.clock.now().getTime());
        return anew.webhook(request);
      }),
    );
    await emulator.clock.advance('10s');
    expect(emulator.webhooks({ kind: 'inbound-message' })).toMatchObject([
      { state: 'succeeded', attempts: [{ status: null }, { status: 200 }] },
    ]);
    expect(emulator.handset(CUSTOMER).messages()).toHaveLength(2);
  });

  test('a webhook that the service has not signed is rejected', async ({ emulator, routes }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const payload = buildInboundMessage({ from: Number(CUSTOMER), message: 'Refund, please' });
    const forged = await signTestWebhook(payload, { secret: 'a guess' });
    expect((await routes.webhook(new Request(WEBHOOK, forged))).status).toBe(401);
    expect(emulator.messages()).toEqual([]);
  });

  test('without a secret in the environment, webhooks are rejected and the error is logged', async ({
    routes,
  }) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubEnv('MESSAGING_WEBHOOK_SECRET', undefined);
    const webhook = await signTestWebhook(buildInboundMessage(), { secret: SECRET });
    expect((await routes.webhook(new Request(WEBHOOK, webhook))).status).toBe(401);
    expect(log).toHaveBeenCalled();
  });

  test('the routes can be loaded without environment variables, as a build does', async ({ routes }) => {
    expect(routes).toBeDefined();
    vi.unstubAllEnvs();
    await expect(loadRoutes()).resolves.toBeDefined();
  });
});
