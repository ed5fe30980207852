import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type StoryForm,
  type StoryOptions,
} from '@messaging-service/emulator';
import { createMessagingClient, type MessagingClient } from '@messaging-service/sdk';
import { expect } from 'vitest';

/** When each story begins. */
const START = '2026-01-01T09:00Z';

/** The parts with which a story is made. */
interface Scene {
  readonly emulator: Emulator;
  readonly client: MessagingClient;
  /** Sends one text from DEMO to the phone 447700900123, or with other members. */
  readonly send: (message?: object) => Promise<{ readonly messageUuid: string; readonly batchUuid: string }>;
}

/** A kind of story: what happens, and which part of it is told. */
interface Kind {
  readonly options?: EmulatorOptions;
  readonly statuses?: readonly (number | null)[];
  readonly play: (scene: Scene) => Promise<Omit<StoryOptions, 'form'>>;
}

const CALLBACK = 'https://app.example/receipts';
const MO = {
  mo_webhook_url: 'https://app.example/replies',
  mo_webhook_secret: 'secret of the recorded account',
};

/** Awaits a call that fails. */
const refused = (call: Promise<unknown>) => expect(call).rejects.toThrow();

/** The kinds of stories, each of which is written and run in every form. */
export const KINDS: Readonly<Record<string, Kind>> = {
  delivered: { play: async ({ send }) => ({ message: (await send()).messageUuid }) },
  'failed with a code': {
    play: async ({ send }) => ({ message: (await send({ to: '447700900822' })).messageUuid }),
  },
  'failed by a rule': {
    options: {
      carrier: { rules: [{ to: '4479*', outcome: 'fail', code: '23', description: 'Expired', after: '3s' }] },
    },
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ to: '447911123456' });
      await emulator.clock.advance('1m');
      return { message: messageUuid };
    },
  },
  'failed by a rule in code': {
    options: {
      carrier: { rule: ({ to }) => (to.endsWith('5') ? { outcome: 'fail', code: '22' } : undefined) },
    },
    play: async ({ send }) => ({ message: (await send({ to: '447911123455' })).messageUuid }),
  },
  'without a receipt': {
    play: async ({ send }) => ({ message: (await send({ to: '447700900700' })).messageUuid }),
  },
  'refused by all providers': {
    play: async ({ send }) => ({ message: (await send({ to: '447700900800' })).messageUuid }),
  },
  'delivered after some time': {
    options: { carrier: { after: { min: '1s', max: '5s' } } },
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send();
      await emulator.clock.advance('5s');
      return { message: messageUuid };
    },
  },
  'still scheduled': {
    play: async ({ send }) => ({ message: (await send({ send_at: '2030-01-02T09:00:00Z' })).messageUuid }),
  },
  'scheduled and delivered': {
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ send_at: '2026-01-02T09:00:00Z', callback: CALLBACK });
      await emulator.clock.advance('25h');
      return { message: messageUuid };
    },
  },
  'scheduled and cancelled': {
    play: async ({ emulator, client, send }) => {
      const { batchUuid } = await send({ send_at: '2026-01-02T09:00:00Z' });
      await emulator.clock.advance('1h');
      await client.batches.cancel(batchUuid);
      return { phone: '447700900123' };
    },
  },
  'a batch': {
    play: async ({ client }) => {
      await client.batches.send({
        from: 'DEMO',
        message: 'We open at nine',
        destinations: ['447700900123', '447700900822', '447700900123'],
        callback: CALLBACK,
      });
      return {};
    },
  },
  'one message of a batch': {
    play: async ({ emulator, client }) => {
      const destinations = Array.from({ length: 1000 }, (_, index) => `447701${100_000 + index}`);
      await client.batches.send({ from: 'DEMO', message: 'We open at nine', destinations });
      return { message: emulator.messages()[500]?.messageUuid };
    },
  },
  'several messages in one call': {
    play: async ({ client }) => {
      await client.messages.send({
        defaults: { from: { type: 'shared' }, body: 'Hello' },
        messages: [{ to: '447700900123' }, { to: '+447700900124', body: 'Hello, too' }],
      });
      return {};
    },
  },
  'a shared sender and a reply': {
    options: { accounts: [{ senders: [], credits: 10, mo: MO }] },
    play: async ({ emulator, send }) => {
      await send({ from: { type: 'shared' } });
      await emulator.clock.advance('5m');
      emulator.handset('447700900123').reply('YES');
      await emulator.settle();
      return { phone: '447700900123' };
    },
  },
  'a receipt that is refused and sent again': {
    statuses: [500, null],
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ callback: CALLBACK });
      await emulator.clock.advance('1h');
      return { message: messageUuid };
    },
  },
  'a webhook without attempts left': {
    statuses: [500, 500, 503, 404, null, 500],
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ callback: CALLBACK });
      await emulator.clock.advance('1d');
      return { message: messageUuid };
    },
  },
  'a fallback from RCS': {
    play: async ({ send }) => ({
      message: (await send({ to: '447700900701', channels: ['rcs', 'sms'] })).messageUuid,
    }),
  },
  'no channel that the phone supports': {
    options: { carrier: { rules: [{ to: '447911*', outcome: 'unsupported' }] } },
    play: async ({ send }) => ({
      message: (await send({ to: '447911123456', channels: ['rcs', 'sms'] })).messageUuid,
    }),
  },
  'delivered over RCS': {
    play: async ({ send }) => ({ message: (await send({ channels: ['rcs', 'sms'] })).messageUuid }),
  },
  'opted out': {
    options: { carrier: { optOut: true }, accounts: [{ senders: ['DEMO'], credits: 10, mo: MO }] },
    play: async ({ emulator, send }) => {
      await send();
      emulator.handset('447700900123').reply('STOP');
      await emulator.clock.advance('1d');
      await send();
      emulator.handset('447700900123').reply('START');
      await send();
      await emulator.settle();
      return { phone: '447700900123' };
    },
  },
  'outcomes that change': {
    play: async ({ emulator, send }) => {
      await send();
      emulator.setCarrier({ rules: [{ outcome: 'fail', code: '21' }] });
      await emulator.clock.advance('10m');
      await send();
      emulator.setCarrier({ rules: [] });
      await emulator.clock.advance('10m');
      await send();
      return { phone: '447700900123' };
    },
  },
  'warnings about credits and a top-up': {
    options: {
      accounts: [
        {
          senders: ['DEMO'],
          credits: 3,
          notifications: [{ url: CALLBACK, threshold_type: 'paid_fixed_number', threshold_value: 2 }],
        },
      ],
    },
    play: async ({ emulator, client, send }) => {
      await send();
      await send();
      await emulator.settle();
      await client.accounts.topUp({ accountUuid: emulator.account.identifier, topup: 5 });
      await emulator.clock.advance('1h');
      await send();
      return {};
    },
  },
  'a refill on schedule': {
    options: {
      accounts: [
        {
          senders: ['DEMO'],
          packagedCredits: 1,
          packaged_credits: { schedule_refill: true, schedule_refill_amount: 2 },
          schedule: '0 0 * * *',
        },
      ],
    },
    play: async ({ emulator, send }) => {
      await send();
      await emulator.clock.advance('1d');
      await send();
      await send();
      return {};
    },
  },
  'resolved by hand': {
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ to: '447700900700' });
      await emulator.clock.advance('1h');
      emulator.fail(messageUuid, '23', 'The phone was off');
      return { message: messageUuid };
    },
  },
  'delivered by hand before its time': {
    options: { carrier: { after: '1h' } },
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ callback: CALLBACK });
      emulator.deliver(messageUuid);
      await emulator.clock.advance('2h');
      return { message: messageUuid };
    },
  },
  'a webhook sent again by hand': {
    statuses: [500, 500, 500, 500, 500, 500],
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ callback: CALLBACK });
      await emulator.clock.advance('1d');
      const [webhook] = emulator.webhooks();
      emulator.resendWebhook(webhook?.id ?? '');
      await emulator.settle();
      return { message: messageUuid };
    },
  },
  'a fault before the send, and another attempt': {
    play: async ({ emulator, send }) => {
      emulator.addFault({
        operation: 'messages.send',
        status: 503,
        headers: { 'retry-after': '10' },
        times: 2,
      });
      await refused(send());
      await emulator.clock.advance('10s');
      await refused(send());
      await emulator.clock.advance('10s');
      return { message: (await send()).messageUuid };
    },
  },
  'a response that is lost': {
    play: async ({ emulator, send }) => {
      emulator.addFault({ operation: 'messages.send', disconnect: true, when: 'after' });
      await refused(send());
      return { message: emulator.messages()[0]?.messageUuid };
    },
  },
  'a fault that was removed since': {
    play: async ({ emulator, send }) => {
      emulator.addFault({ path: '/message', disconnect: true });
      await refused(send());
      emulator.clearFaults();
      await send();
      return { phone: '447700900123' };
    },
  },
  'a response that is no JSON': {
    play: async ({ emulator, send }) => {
      emulator.addFault({ path: '/message', status: 200, body: '<html></html>' });
      await refused(send());
      return {};
    },
  },
  'a delay': {
    play: async ({ emulator, send }) => {
      emulator.addFault({ operation: 'messages.send', delay: '50ms' });
      return { message: (await send()).messageUuid };
    },
  },
  'a receipt without a member': {
    play: async ({ emulator, send }) => {
      emulator.addFault({
        webhook: 'delivery-receipt',
        set: { 'receiptInfo.code': 22 },
        remove: ['destination'],
      });
      const { messageUuid } = await send({ callback: CALLBACK });
      await emulator.settle();
      return { message: messageUuid };
    },
  },
  'insufficient credits': {
    options: { accounts: [{ senders: ['DEMO'], credits: 2 }] },
    play: async ({ send }) => {
      await send();
      await refused(send({ body: 'a'.repeat(200) }));
      await send();
      return {};
    },
  },
  'insufficient credits for one phone': {
    options: { accounts: [{ senders: ['DEMO'], credits: 2 }] },
    play: async ({ send }) => {
      await send({ to: '447700900001' });
      await send();
      await refused(send());
      return { phone: '447700900123' };
    },
  },
  'a sender that the account does not own': {
    play: async ({ send }) => {
      await refused(send({ from: { type: 'custom', value: 'OTHER' } }));
      return {};
    },
  },
  'calls that no client makes': {
    play: async ({ emulator: { fetch, baseUrl, account } }) => {
      const body = JSON.stringify({ messages: [{ to: 'nobody', body: "it's ${x} `y`" }] });
      await fetch(`${baseUrl}/mesage?key=${account.apiKey}`, { method: 'POST', body });
      await fetch(`${baseUrl}/message?key=${account.apiKey}`, { method: 'POST', body });
      await fetch(`${baseUrl}/message?key=${account.apiKey}`, { method: 'POST', body: 'no JSON' });
      await fetch(`${baseUrl}/message?key=another-key`, { method: 'POST', body });
      return {};
    },
  },
  'credits that are gone when the message is due': {
    options: {
      accounts: [
        {
          senders: ['DEMO'],
          credits: 5,
          paid_credits: { schedule_reset_to_zero: true },
          schedule: '0 0 * * *',
        },
      ],
    },
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ send_at: '2026-01-02T09:00:00Z' });
      await emulator.clock.advance('25h');
      return { message: messageUuid };
    },
  },
  'two accounts': {
    options: {
      accounts: [
        { senders: ['DEMO'], credits: 5 },
        { senders: ['OTHER'], credits: 5 },
      ],
    },
    play: async ({ emulator: { baseUrl, fetch, accounts }, send }) => {
      await send();
      const other = createMessagingClient({ baseUrl, fetch, accountKey: accounts[1]?.apiKey ?? '' });
      await other.messages.sendOne({
        to: '447700900822',
        from: { type: 'custom', value: 'OTHER' },
        body: 'Hello',
      });
      return {};
    },
  },
  'part of a day': {
    play: async ({ emulator, send }) => {
      await send({ body: 'before' });
      await emulator.clock.advance('1h');
      await send({ body: 'during', send_at: '2026-01-01T10:30:00Z' });
      await emulator.clock.advance('1h');
      await send({ body: 'after' });
      return { since: '2026-01-01T10:00Z', until: new Date('2026-01-01T11:00Z') };
    },
  },
  'since a mark': {
    play: async ({ emulator, send }) => {
      await send({ body: 'before' });
      const since = emulator.mark();
      await send({ body: 'after' });
      return { since };
    },
  },
  'expired after its validity': {
    options: { carrier: { validity: '1d' } },
    play: async ({ emulator, send }) => {
      const { messageUuid } = await send({ to: '447700900700' });
      await emulator.clock.advance('2d');
      return { message: messageUuid };
    },
  },
  'a refusal with another status': {
    options: { statuses: { sender_not_owned: 400 }, unknownFields: 'ignore' },
    play: async ({ send }) => {
      await refused(send({ from: { type: 'custom', value: 'OTHER' } }));
      return {};
    },
  },
  'a text that is longer than an argument of a program can be': {
    options: { accounts: [{ senders: ['DEMO'], credits: 10_000 }] },
    play: async ({ send }) => ({ message: (await send({ body: 'ab '.repeat(60_000) })).messageUuid }),
  },
  'a logged call': {
    play: async ({ client, send }) => {
      await send({ body: 'before' });
      await client.messages.send({
        defaults: { from: { type: 'shared' }, body: 'Hello', callback: CALLBACK },
        messages: [{ to: '447700900123' }, { to: '447700900822' }],
      });
      return { request: 2 };
    },
  },
  'a logged call that is refused': {
    play: async ({ send }) => {
      await refused(send({ from: { type: 'custom', value: 'OTHER' } }));
      return { request: '1' };
    },
  },
  'a logged call that is not paid': {
    options: { accounts: [{ senders: ['SHOP'], credits: 0 }] },
    play: async ({ send }) => {
      await refused(send({ from: { type: 'custom', value: 'SHOP' } }));
      return { request: '1' };
    },
  },
  'a dry run': {
    play: async ({ client }) => {
      const batch = { from: 'DEMO', message: 'Hello', destinations: ['447700900123'] };
      await client.batches.send(batch, { dryRun: true, allowMulti: false });
      return { request: 1 };
    },
  },
  'texts that are hard to quote': {
    play: async ({ send }) => {
      const body =
        `It's "a" \`test\`: \${x} $HOME \\ \\n </script> <!-- 😀👩‍🚀 \u202e\u2028\n\ttab é ` + "'''$(id)";
      return { message: (await send({ body })).messageUuid };
    },
  },
};

/** Plays a kind of story, and returns it in a form. */
async function written(name: string): Promise<(form: StoryOptions['form']) => ReturnType<Emulator['story']>> {
  const { options, statuses = [], play } = KINDS[name] as Kind;
  const left = [...statuses];
  const receive = async () => {
    const status = left.shift();
    if (status === null) throw new Error('connection refused');
    return new Response(null, { status: status ?? 200 });
  };
  const emulator = createEmulator({ now: START, ...options, webhooks: { fetch: receive } });
  const { baseUrl, account, organization, fetch } = emulator;
  const client = createMessagingClient({
    baseUrl,
    accountKey: account.apiKey,
    organizationKey: organization.apiKey,
    fetch,
    retry: false,
  });
  const message = {
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'See you at nine',
  } as const;
  const send = (others: object = {}) => client.messages.sendOne({ ...message, ...others });
  const part = await play({ emulator, client, send });
  return (form) => emulator.story({ ...part, form });
}

/** Kinds of stories as programs, by name. */
export async function programsOf(names: readonly string[], form: StoryForm): Promise<Record<string, string>> {
  const programs: Record<string, string> = {};
  for (const name of names) {
    const { text, gaps } = await (await written(name))(form);
    expect(gaps, name).toEqual([]);
    programs[name.replaceAll(/\W+/g, '-')] = text;
  }
  return programs;
}
