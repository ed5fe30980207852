import { createEmulator, type Emulator } from '@messaging-service/emulator';
import {
  later,
  MINUTE,
  messageRequest,
  START,
  sendBatch,
  sendOne,
  serve,
  test,
} from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { readConversation } from '../src/domain/views/handset-list.ts';

const PHONE = '447700900001';

/** The texts of the replies in the conversation of a phone. */
function replies(emulator: Emulator): string[] {
  const { state } = emulator.service.core;
  const { inbound } = readConversation(state, PHONE, { limit: 1_000, offset: undefined });
  return inbound.map(({ message }) => message);
}

describe('a reply to an account without a webhook URL (INB-1)', () => {
  test('is kept, however many facts there are after it', async () => {
    const emulator = createEmulator({ now: START, journalLimit: 5 });
    await sendOne(emulator, { to: PHONE });
    emulator.handset(PHONE).reply('YES');
    for (let count = 0; count < 10; count++) await sendOne(emulator, { to: '447700900002' });
    expect(replies(emulator)).toEqual(['YES']);
  });

  test('is part of a snapshot, in its place between the messages (EMU-7)', async ({ emulator }) => {
    await sendOne(emulator, { to: PHONE, body: 'First' });
    emulator.handset(PHONE).reply('YES');
    await sendOne(emulator, { to: PHONE, body: 'Second' });
    const restored = createEmulator();
    restored.restore(JSON.parse(JSON.stringify(emulator.snapshot())) as never);
    const steps = ({ service }: Emulator) =>
      readConversation(service.core.state, PHONE, { limit: 9, offset: undefined });
    expect(replies(restored)).toEqual(['YES']);
    expect(steps(restored)).toEqual(steps(emulator));
  });
});

test('a reply belongs to the message that was sent last, also after a restore (INB-1, EMU-7)', async ({
  emulator,
}) => {
  await sendOne(emulator, { to: PHONE, send_at: later(10 * MINUTE), body: 'Scheduled first' });
  await sendOne(emulator, { to: PHONE, body: 'Sent first' });
  await emulator.clock.advance('10m');
  const restored = createEmulator();
  restored.restore(emulator.snapshot());
  for (const each of [emulator, restored]) {
    const { message_uuid: uuid } = each.handset(PHONE).reply('YES');
    expect(each.messages().find(({ messageUuid }) => messageUuid === uuid)?.body).toBe('Scheduled first');
  }
});

test('the undo of a move of the clock restores ledger, replies, requests and responses of webhooks', async () => {
  const served = await serve({ journalLimit: 5 });
  const { control, api, accountUuid } = served;
  await api('POST /message', messageRequest({ to: PHONE, callback: 'http://127.0.0.1:9/receipts' }));
  await control('POST /settle');
  await control('POST /inbound', { from: PHONE, to: 'DEMO', message: 'YES' });
  const { body: webhooks } = await control<{ deliveries: { id: string }[] }>('GET /webhooks');
  const seen = async () => [
    (await control(`GET /accounts/${accountUuid}/entries`)).body,
    (await control(`GET /handsets/${PHONE}`)).body,
    (await control('GET /requests')).body,
    (await control(`GET /webhooks/${webhooks.deliveries[0]?.id}`)).body,
  ];
  const before = await seen();
  const { body } = await control<{ move: string }>('POST /clock/advance', { by: '2h', undoable: true });
  await api('POST /message', messageRequest({ to: PHONE }));
  await control(`POST /clock/moves/${body.move}/undo`);
  expect(await seen()).toEqual(before);
});

test('of a batch to two numbers, a wait for any message gets the last one (EMU-9)', async ({ emulator }) => {
  const waiting = emulator.waitForMessage();
  await sendBatch(emulator, { destinations: ['447700900001', '447700900002'] });
  expect((await waiting).to).toBe('447700900002');
  expect((await emulator.waitForMessage()).to).toBe('447700900002');
});

test('a reader of events in the process gets all facts of a call that queues 10,000 messages (EMU-11)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 10_000 }] });
  const events = emulator.events();
  await sendBatch(emulator, { destinations: Array<string>(10_000).fill(PHONE) });
  emulator.close();
  const seen: string[] = [];
  for await (const { event, data } of events) seen.push('type' in data ? String(data.type) : event);
  expect(seen).not.toContain('lagged');
  expect(seen.filter((type) => type === 'message-delivered')).toHaveLength(10_000);
});

describe('the effects of calls are in the order of the calls, whatever the sizes of their bodies (API-9)', () => {
  /** How many characters follow the JSON of each body. */
  const paddings = fc.array(fc.constantFrom(0, 10, 70_000, 1_500_000, 4_000_000), {
    minLength: 2,
    maxLength: 5,
  });
  const bodyOf = (index: number, padding: number) =>
    JSON.stringify(messageRequest({ to: PHONE, body: `Number ${index}` })) + ' '.repeat(padding);
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
    const { connect } = await import('node:net');
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
