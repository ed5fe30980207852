import { createEmulator } from '@messaging-service/emulator';
import { connectEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { api } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

const message = {
  to: '447700900123',
  from: { type: 'custom', value: 'DEMO' },
  body: 'See you at nine',
} as const;

/** An emulator with a client of it, until the test ends. */
function open(options: Parameters<typeof createEmulator>[0] = {}) {
  const emulator = createEmulator({ now: '2026-01-01T09:00Z', ...options });
  onTestFinished(() => emulator.close());
  const { baseUrl, account, organization, fetch } = emulator;
  const keys = { accountKey: account.apiKey, organizationKey: organization.apiKey };
  return { emulator, client: createMessagingClient({ baseUrl, ...keys, fetch, retry: false }) };
}

describe('a story as a program (EMU-31)', () => {
  test('is the same every time, in the process, over the network and of a sandbox', async () => {
    const { emulator, client } = open();
    const server = await listen(emulator);
    const remote = await connectEmulator({ url: server.url });
    onTestFinished(async () => {
      await remote.close();
      await server.close();
    });
    const { messageUuid } = await client.messages.sendOne(message);
    const story = await emulator.story({ message: messageUuid });
    expect(story).toMatchObject({
      form: 'vitest',
      name: 'the text to 447700900123 is delivered',
      file: 'story.test.ts',
      run: 'npx vitest run story.test.ts',
      gaps: [],
    });
    expect(await emulator.story({ message: messageUuid.toUpperCase() })).toEqual(story);
    expect(await remote.story({ message: messageUuid })).toEqual(story);

    const sandbox = await remote.sandbox({ clock: 'virtual', now: '2026-01-01T09:00Z' });
    const { apiKey } = sandbox.account;
    await createMessagingClient({ baseUrl: server.url, accountKey: apiKey }).messages.sendOne(message);
    const [sent] = await sandbox.messages();
    expect(await sandbox.story({ message: sent?.messageUuid })).toEqual(story);
  });

  test('changes nothing', async () => {
    const received: unknown[] = [];
    const { emulator, client } = open({
      webhooks: {
        fetch: async (url) => {
          received.push(url);
          return new Response(null, { status: 500 });
        },
      },
    });
    await client.messages.sendOne({ ...message, callback: 'https://app.example/receipts' });
    await emulator.settle();
    const before = emulator.snapshot();
    await emulator.story();
    expect(emulator.snapshot()).toEqual(before);
    expect(received).toHaveLength(1);
    await emulator.clock.advance('1d');
    expect(received).toHaveLength(6);
  });

  test('contains no keys, identifiers, secrets, hosts and queries of the recorded service', async () => {
    const secret = 'a secret of the recorded account';
    const url = (path: string) => `https://user:password@app.example:8443/${path}?token=tokentoken#part`;
    const { emulator, client } = open({
      accounts: [
        {
          senders: ['DEMO'],
          credits: 3,
          mo: { mo_webhook_url: url('replies'), mo_webhook_secret: secret },
          notifications: [{ url: url('credits'), threshold_type: 'paid_fixed_number', threshold_value: 3 }],
        },
      ],
      webhooks: { fetch: async () => new Response(null, { status: 500 }) },
    });
    const { account, organization } = emulator;
    await client.messages.sendOne({ ...message, callback: url('receipts') });
    emulator.handset(message.to).reply('YES');
    await expect(client.messages.sendOne({ ...message, body: 'a'.repeat(1_000) })).rejects.toThrow();
    await emulator.fetch(`${emulator.baseUrl}/message?key=0123456789abcdef0123456789abcdef`, {
      method: 'POST',
    });
    await emulator.settle();
    const recorded = [
      account.apiKey,
      account.identifier,
      organization.apiKey,
      organization.identifier,
      ...emulator.messages().flatMap(({ messageUuid, batchUuid }) => [messageUuid, batchUuid]),
      ...emulator.webhooks().map(({ id }) => id),
      secret,
      'app.example',
      'password',
      'tokentoken',
      '0123456789abcdef0123456789abcdef',
    ];
    for (const form of ['vitest', 'node-test', 'playwright', 'curl'] as const) {
      const { text, gaps } = await emulator.story({ form });
      expect(gaps).toEqual([]);
      for (const path of ['/receipts', '/replies', '/credits']) expect(text).toContain(path);
      for (const value of recorded) expect(text).not.toContain(value);
    }
  });

  test('says what it does not repeat', async () => {
    const { emulator, client } = open({ webhooks: { fetch: async () => new Response() } });
    await client.messages.sendOne({ ...message, callback: 'https://app.example/receipts' });
    await emulator.settle();
    const [webhook] = emulator.webhooks();
    emulator.resendWebhook(webhook?.id ?? '', { url: 'https://app.example/others' });
    await emulator.settle();
    const mo = { mo_webhook_url: 'https://app.example/replies' };
    await client.accounts.update(emulator.account.identifier, { mo });
    const { gaps, text } = await emulator.story();
    expect(gaps).toEqual([
      'A webhook that was sent again with changes is not repeated.',
      'An account was changed at 2026-01-01T09:00:00.000Z. The program begins with its present settings.',
    ]);
    for (const gap of gaps) expect(text).toContain(`// Not as it was: ${gap}\n`);
  });

  test('is told of a message that the journal and the log of requests no longer have', async () => {
    const { emulator, client } = open({
      accounts: [{ senders: ['DEMO'], credits: 30_000 }],
      journalLimit: 10,
      requestLimit: 1,
      carrier: { rules: [{ to: '447911123456', outcome: 'fail', code: '21', after: '3s' }] },
    });
    const { messageUuid } = await client.messages.sendOne({ ...message, to: '447911123456' });
    await emulator.clock.advance('1m');
    const destinations = Array.from({ length: 20_000 }, (_, index) => `447701${100_000 + index}`);
    await api.sendBatch(emulator, { destinations });
    const { text, gaps } = await emulator.story({ message: messageUuid });
    expect(gaps).toEqual([]);
    expect(text).toContain("{ to: '447911123456', outcome: 'fail', code: '21', after: 3000 }");
    await expect(emulator.story()).rejects.toThrow('20001 messages and other actions; the limit is 500');
  });

  test('is refused when there is nothing to tell, too much, or the selection is not valid', async () => {
    const { emulator, client } = open();
    await expect(emulator.story()).rejects.toThrow('nothing was sent, received or refused');
    await expect(emulator.story({ message: emulator.account.identifier })).rejects.toThrow('no message');
    await expect(emulator.story({ request: 7 })).rejects.toThrow('no request 7');
    await expect(emulator.story({ phone: 'nobody' })).rejects.toThrow('phone must be a mobile number');
    await expect(emulator.story({ since: 'yesterday' })).rejects.toThrow('an ISO 8601 instant');
    await expect(emulator.story({ mesage: '' } as object)).rejects.toThrow('did you mean "message"');
    await expect(emulator.story({ form: 'jest' } as object)).rejects.toThrow('form');
    await expect(emulator.story({ phone: message.to, since: '2026-01-01T09:00Z' })).rejects.toThrow(
      'must have only one of',
    );
    for (let count = 0; count <= 500; count++) await client.messages.sendOne(message);
    await expect(emulator.story()).rejects.toThrow('501 messages and other actions; the limit is 500');
    expect(
      await emulator.story({ until: '2026-01-01T09:00Z', since: '2025-01-01T00:00Z' }).catch(String),
    ).toContain('This part of the history is empty');
  });

  test('of a service that follows the clock of the machine is a test with virtual time', async () => {
    const { emulator, client } = open({
      clock: 'system',
      carrier: { after: '20ms' },
      webhooks: { fetch: async () => new Response(), retryDelays: ['10ms'] },
    });
    await client.messages.sendOne({ ...message, callback: 'https://app.example/receipts' });
    await emulator.waitForMessage();
    await expect.poll(() => emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
    emulator.handset(message.to).reply('YES');
    const { text, gaps } = await emulator.story({ phone: message.to });
    expect(gaps).toEqual([]);
    expect(text).toContain("emulator.handset('447700900123').reply('YES');");
  });
});
