import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { request as call, messageRequest } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';

test('a process that ends while its handler awaits an advance is named: both of its connections are cut (EMU-3)', async () => {
  const address = Promise.withResolvers<string>();
  const server = createServer(({ socket }) => {
    void address.promise.then((origin) => {
      const target = new URL('/_emulator/clock/advance', origin);
      const advance = request(target, { method: 'POST' }).on('error', () => undefined);
      advance.end(JSON.stringify({ by: '1s' }));
      setTimeout(() => advance.destroy(), 50);
      // The emulator notices the end of the call before the end of the attempt.
      setTimeout(() => socket.destroy(), 2_000);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts`;
  const warnings: string[] = [];
  const emulator = createEmulator({ onWarning: (message) => warnings.push(message) });
  const served = await listen(emulator);
  address.resolve(served.url);
  const message = messageRequest({ to: '447700900123', callback: url });
  await call(served.url, `POST /message?key=${emulator.account.apiKey}`, message);
  await vi.waitFor(() => expect(emulator.webhooks()[0]?.attempts.length).toBeGreaterThan(0), 10_000);
  expect(warnings).toEqual([expect.stringContaining(`The webhook receiver at ${new URL(url).origin}`)]);
  await served.close();
  emulator.close();
  server.close();
});
