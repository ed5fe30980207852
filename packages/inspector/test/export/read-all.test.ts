import { serve } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';
import { setPageGlobals, showServer } from '../page-globals.ts';

setPageGlobals();
const { readAll } = await import('../../src/export/read-all.ts');

test('webhooks that are attempted while a long list is read are in it once, and so are all others', async () => {
  const { server, api, control, emulator } = await serve({
    organization: { creditSystem: false },
    webhooks: { fetch: async () => new Response() },
  });
  showServer(server);
  const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' };
  const callback = 'https://receiver.test/receipts';
  await api('POST /message', { messages: Array.from({ length: 1_200 }, () => ({ ...message, callback })) });
  await emulator.settle();
  const [first] = emulator.webhooks({ limit: 1 });
  const { fetch } = globalThis;
  let calls = 0;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call);
    calls++;
    if (calls === 1) {
      vi.stubGlobal('fetch', fetch);
      await control(`POST /webhooks/${first?.id}/resend`);
      await emulator.settle();
    }
    return response;
  });
  const rows = await readAll<{ readonly id: string }>({
    path: '/webhooks',
    parameters: { order: 'attempted' },
    member: 'deliveries',
    newestLast: true,
    idOf: String,
  });
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1_200);
  expect(rows).toHaveLength(1_200);
});
