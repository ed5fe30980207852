import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { signTestWebhook } from '@messaging-service/webhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const SNIPPETS = new URL('.snippets/', import.meta.url);

/** Writes a fenced example of the README to a file and runs it, exactly as a reader would paste it. */
async function run(name: string): Promise<Record<string, unknown>> {
  const code = new RegExp(`^\`\`\`ts ${name}\n(.*?)^\`\`\``, 'ms').exec(README)?.[1];
  if (code === undefined) throw new Error(`The README has no example called ${name}.`);
  mkdirSync(SNIPPETS, { recursive: true });
  const file = fileURLToPath(new URL(`${name}.ts`, SNIPPETS));
  writeFileSync(file, code);
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
}

let printed: unknown[][];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed.push(values);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('the README example of sending sends a message', async () => {
  const emulator = createEmulator();
  const server = await listen(emulator);
  vi.stubEnv('MESSAGING_URL', server.url);
  vi.stubEnv('MESSAGING_KEY', emulator.account.apiKey);
  await run('send');
  expect(emulator.messages()).toMatchObject([
    { to: '447700900123', body: 'Your table is ready', state: 'delivered' },
  ]);
  expect(printed).toEqual([[emulator.messages()[0]?.messageUuid, { total: 1, delivered: 1, failed: 0 }]]);
  await server.close();
});

test('the README example of testing with MSW prints the one-time code', async () => {
  await run('test-with-msw');
  expect(printed).toEqual([['482913']]);
});

test('the README example of verifying a webhook accepts a signed one and refuses another', async () => {
  vi.stubEnv('MESSAGING_WEBHOOK_SECRET', 'secret');
  const { POST } = (await run('verify-a-webhook')) as { POST: (request: Request) => Promise<Response> };
  const payload = {
    account_uuid: '6f2c548e-81e3-435f-bf2c-f5beaa5f01ad',
    batch_uuid: null,
    message_uuid: null,
    mo_uuid: '94165a01-0be6-4c40-a150-cbb52f4d466b',
    channel: 'sms',
    message: 'YES',
    at: '2026-01-01T09:30:00.000Z',
    from: 447700900123,
    to: 'DEMO',
  };
  const { body, headers } = await signTestWebhook(payload, { secret: 'secret' });
  const request = () => new Request('https://example.com/inbound', { method: 'POST', body, headers });
  expect((await POST(request())).status).toBe(200);
  expect(printed).toEqual([[447700900123, 'YES']]);
  vi.stubEnv('MESSAGING_WEBHOOK_SECRET', 'another');
  await expect(POST(request())).rejects.toMatchObject({ code: 'signature_mismatch' });
});
