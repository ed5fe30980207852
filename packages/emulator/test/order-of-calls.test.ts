import { connect } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { messageRequest, START, serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the effects of calls are in the order of the calls, whatever the sizes of their bodies (API-9)', () => {
  /** How many characters follow the JSON of each body. */
  const paddings = fc.array(fc.constantFrom(0, 10, 70_000, 1_500_000, 4_000_000), {
    minLength: 2,
    maxLength: 5,
  });
  const bodyOf = (index: number, padding: number) =>
    JSON.stringify(messageRequest({ body: `Number ${index}` })) + ' '.repeat(padding);
  const bodies = (list: { body: string }[]) => list.map(({ body }) => body);

  test.each([
    ['text', (text: string) => text],
    ['bytes', (text: string) => new TextEncoder().encode(text)],
  ])('within the process, as %s', async (_, encode) => {
    const property = fc.asyncProperty(paddings, async (sizes) => {
      const emulator = createEmulator({ now: START });
      const calls = sizes.map((padding, index) =>
        emulator.fetch(`${emulator.baseUrl}/message?key=${emulator.account.apiKey}`, {
          method: 'POST',
          body: encode(bodyOf(index, padding)),
        }),
      );
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      expect(bodies(emulator.messages())).toEqual(sizes.map((__, index) => `Number ${index}`));
    });
    await fc.assert(property, { numRuns: 15 });
  });

  test('over HTTP, on one connection', async () => {
    const { server, accountKey, emulator } = await serve();
    const { port } = new URL(server.url);
    const property = fc.asyncProperty(paddings, async (sizes) => {
      emulator.reset();
      const socket = connect(Number(port), '127.0.0.1');
      for (const [index, padding] of sizes.entries()) {
        const body = bodyOf(index, padding);
        const head = `POST /message?key=${accountKey} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}`;
        socket.write(`${head}\r\n\r\n${body}`);
      }
      await expect.poll(() => emulator.messages().length, { timeout: 10_000 }).toBe(sizes.length);
      socket.destroy();
      expect(bodies(emulator.messages())).toEqual(sizes.map((__, index) => `Number ${index}`));
    });
    await fc.assert(property, { numRuns: 8 });
  });
});

test('clients that send at the same time over HTTP are charged for exactly what was queued (CRD-6)', async () => {
  const { api, read, emulator } = await serve({ accounts: [{ senders: ['DEMO'], credits: 150 }] });
  const clients = Array.from({ length: 8 }, async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 25; call++)
      statuses.push((await api('POST /message', messageRequest())).status);
    return statuses;
  });
  const statuses = (await Promise.all(clients)).flat();
  expect(statuses.filter((status) => status === 200)).toHaveLength(150);
  expect(statuses.filter((status) => status === 402)).toHaveLength(50);
  expect(emulator.messages()).toHaveLength(150);
  expect(await read('/accounts')).toMatchObject({ accounts: [{ credits: 0 }] });
});
