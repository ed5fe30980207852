import type { Emulator } from '@messaging-service/emulator';
import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient } from '@messaging-service/sdk';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import type { Hono } from 'hono';
import { describe, expect, vi } from 'vitest';
import { createPartyApp } from './app.ts';
import { type Guest, QUESTION } from './conversation.ts';

const SECRET = 'a secret for tests';
const TOKEN = 'a-token-for-tests';
const WEBHOOK = 'https://party.test/webhooks/inbound';
const ANNA = '447700900123';

/** The application and its network to the service. */
interface Party {
  app: Hono;
  /** Restarts it: it loses its memory, but not its database. */
  restart(): void;
  /** The network of webhooks, which tests replace. */
  network: (deliver: () => Promise<Response>) => Promise<Response>;
  /** Invites a guest and returns the response. */
  invite(number: string): Promise<Response>;
  /** Returns the state of a guest. */
  stateOf(number: string): Promise<string>;
  /** Writes as a guest and waits for the webhook attempt. */
  hear(number: string, text: string): Promise<void>;
}

let party: Party;

const test = createEmulatorTest({
  intercept: false,
  accounts: [{ credits: 100, mo: { mo_webhook_url: WEBHOOK, mo_webhook_secret: SECRET } }],
  webhooks: {
    fetch: (input, init) => party.network(async () => party.app.fetch(new Request(input, init))),
  },
}).extend<{ party: Party }>({
  party: async ({ emulator }, use) => {
    party = createParty(emulator);
    await use(party);
  },
});

function createParty(emulator: Emulator): Party {
  const { baseUrl, fetch, account } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
  const guests = new Map<string, Guest>();
  const now = () => emulator.clock.now().getTime();
  const start = () => createPartyApp({ client, secret: SECRET, token: TOKEN, guests, now });
  const headers = { authorization: `Bearer ${TOKEN}` };
  return {
    app: start(),
    restart() {
      this.app = start();
    },
    network: (deliver) => deliver(),
    async invite(to) {
      return this.app.request('/invitations', { method: 'POST', headers, body: JSON.stringify({ to }) });
    },
    async stateOf(number) {
      const response = await this.app.request(`/guests/${number}`, { headers });
      return ((await response.json()) as { state: string }).state;
    },
    async hear(number, text) {
      emulator.handset(number).reply(text);
      await emulator.clock.settle();
    },
  };
}

/** The texts that a guest got after the question. */
function answersTo(emulator: Emulator, number: string): string[] {
  return emulator
    .handset(number)
    .messages()
    .slice(1)
    .map(({ body }) => body);
}

describe('a conversation', () => {
  test('the question and every reply have the same shared sender ID', async ({ emulator, party }) => {
    const guests = Array.from({ length: 8 }, (_, index) => `44770090012${index}`);
    for (const number of guests) {
      const { from } = (await (await party.invite(number)).json()) as { from: string };
      expect(emulator.sharedSenders).toContain(from);
      await party.hear(number, 'yes');
      await party.hear(number, 'no');
      const messages = emulator.handset(number).messages();
      expect(messages.map((message) => message.from)).toEqual([from, from, from]);
    }
    expect(new Set(emulator.messages().map(({ from }) => from)).size).toBeGreaterThan(1);
  });

  test('each guest has a state and can change it', async ({ emulator, party }) => {
    await party.invite(ANNA);
    await party.invite('447700900124');
    expect(await party.stateOf(ANNA)).toBe('asked');
    await party.hear(ANNA, 'YES');
    await party.hear('447700900124', 'No, sorry');
    expect(await party.stateOf(ANNA)).toBe('coming');
    expect(await party.stateOf('447700900124')).toBe('not coming');
    await party.hear(ANNA, ' no ');
    expect(await party.stateOf(ANNA)).toBe('not coming');
    expect(answersTo(emulator, ANNA)).toEqual([
      expect.stringMatching(/^Wonderful/),
      expect.stringMatching(/^We are sorry/),
    ]);
  });

  test('an unclear message gets a question and changes nothing', async ({ emulator, party }) => {
    await party.invite(ANNA);
    await party.hear(ANNA, 'yes');
    await party.hear(ANNA, 'Yesterday?');
    await party.hear(ANNA, '🎉');
    expect(answersTo(emulator, ANNA).slice(1)).toEqual([
      expect.stringMatching(/^Sorry/),
      expect.stringMatching(/^Sorry/),
    ]);
    expect(await party.stateOf(ANNA)).toBe('coming');
  });

  test('STOP is confirmed, and nothing else is sent until START', async ({ emulator, party }) => {
    await party.invite(ANNA);
    for (const text of ['Stop.', 'hello?', 'yes']) await party.hear(ANNA, text);
    expect(answersTo(emulator, ANNA)).toEqual([expect.stringMatching(/no more/)]);
    expect(await party.stateOf(ANNA)).toBe('stopped');
    expect((await party.invite(ANNA)).status).toBe(409);
    await party.hear(ANNA, 'START');
    expect(answersTo(emulator, ANNA).at(-1)).toBe(QUESTION);
    expect(await party.stateOf(ANNA)).toBe('asked');
  });

  test.for(['+447700900123', '+44 7700 900123', '0044 7700 900123', 'tel:+44-7700-900123'])(
    'STOP counts however the host writes the number: %s',
    async (written, { emulator, party }) => {
      expect((await party.invite(written)).status).toBe(201);
      await party.hear(ANNA, 'STOP');
      const sent = emulator.messages().length;
      for (const to of [ANNA, written]) expect((await party.invite(to)).status).toBe(409);
      expect(emulator.messages()).toHaveLength(sent);
    },
  );

  test('only the host can invite and list guests', async ({ emulator, party }) => {
    const body = JSON.stringify({ to: ANNA });
    expect((await party.app.request('/invitations', { method: 'POST', body })).status).toBe(401);
    expect((await party.app.request(`/guests/${ANNA}`)).status).toBe(401);
    expect(emulator.messages()).toEqual([]);
  });
});

test('an invalid number cannot be invited', async ({ emulator, party }) => {
  expect((await party.invite('Anna')).status).toBe(400);
  expect(emulator.messages()).toEqual([]);
});

describe('webhooks', () => {
  test('one that arrives twice gets one reply', async ({ emulator, party }) => {
    await party.invite(ANNA);
    loseFirstAnswer(party);
    await party.hear(ANNA, 'yes');
    await emulator.clock.advance('10s');
    expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{}, { status: 200 }] }]);
    expect(answersTo(emulator, ANNA)).toHaveLength(1);
  });

  test.for(['yes', 'STOP'])(
    '"%s" that arrives again after a restart gets one reply',
    async (text, { emulator, party }) => {
      await party.invite(ANNA);
      loseFirstAnswer(party);
      await party.hear(ANNA, text);
      party.restart();
      await emulator.clock.advance('10s');
      expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{}, { status: 200 }] }]);
      expect(answersTo(emulator, ANNA)).toHaveLength(1);
    },
  );

  test('a reply that could not be sent is sent when the webhook arrives again', async ({
    emulator,
    party,
  }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await party.invite(ANNA);
    emulator.addFault({ path: '/message', status: 503 });
    await party.hear(ANNA, 'yes');
    expect(answersTo(emulator, ANNA)).toEqual([]);
    await emulator.clock.advance('10s');
    expect(answersTo(emulator, ANNA)).toEqual([expect.stringMatching(/^Wonderful/)]);
    vi.restoreAllMocks();
  });

  test('an older one that arrives late does not override the latest reply', async ({ emulator, party }) => {
    await party.invite(ANNA);
    await emulator.clock.advance('1m');
    failFirst(party);
    await party.hear(ANNA, 'yes');
    await emulator.clock.advance('5s');
    await party.hear(ANNA, 'no');
    await emulator.clock.advance('1m');
    expect(emulator.webhooks().map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(await party.stateOf(ANNA)).toBe('not coming');
    expect(answersTo(emulator, ANNA)).toEqual([expect.stringMatching(/^We are sorry/)]);
  });

  test('STOP counts even when it arrives late', async ({ emulator, party }) => {
    await party.invite(ANNA);
    await emulator.clock.advance('1m');
    failFirst(party);
    await party.hear(ANNA, 'stop');
    await emulator.clock.advance('5s');
    await party.hear(ANNA, 'yes');
    await emulator.clock.advance('1m');
    expect(await party.stateOf(ANNA)).toBe('stopped');
  });

  test('one that the service has not signed is rejected, and nothing is sent', async ({
    emulator,
    party,
  }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await party.invite(ANNA);
    const payload = buildInboundMessage({ from: Number(ANNA), message: 'yes' });
    const timestamp = emulator.clock.now().getTime();
    const forged = await signTestWebhook(payload, { secret: 'a guess', timestamp });
    const unsigned = { method: 'POST', body: JSON.stringify(payload) };
    for (const request of [forged, unsigned]) {
      expect((await party.app.request('/webhooks/inbound', request)).status).toBe(401);
    }
    expect(await party.stateOf(ANNA)).toBe('asked');
    expect(answersTo(emulator, ANNA)).toEqual([]);
    vi.restoreAllMocks();
  });
});

/** The first webhook reaches the application, but its response does not reach the service. */
function loseFirstAnswer(party: Party): void {
  const { network } = party;
  party.network = async (deliver) => {
    party.network = network;
    expect((await deliver()).status).toBe(200);
    throw new TypeError('fetch failed');
  };
}

/** The first webhook does not reach the application. */
function failFirst(party: Party): void {
  const { network } = party;
  party.network = async () => {
    party.network = network;
    return new Response(null, { status: 502 });
  };
}

test('the walk-through prints what the phones show', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await import('./main.ts');
  const printed = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  expect(printed.match(/^44770090098\d {4}(?:Sorry|You will|Wonderful)/gm)).toHaveLength(3);
  expect(printed).toMatch(/447700900123 is coming\n447700900124 is stopped\n$/);
});
