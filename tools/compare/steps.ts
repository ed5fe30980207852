import { type Call, MARK, SNAPSHOT } from './services.ts';

/** What a history knows, and its random choices. */
export interface World {
  /** The base URL of the program that receives webhooks. */
  readonly receiver: string;
  readonly organizationKey: string;
  readonly accounts: string[];
  readonly keys: string[];
  readonly batches: string[];
  readonly messages: string[];
  readonly webhooks: string[];
  readonly requests: string[];
  readonly moves: string[];
  /** Returns a whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** Returns one of the items; undefined if there is none. */
  readonly one: <T>(items: readonly T[]) => T | undefined;
}

/** A kind of call. It makes nothing if it needs an object that does not exist yet. */
interface Step {
  readonly weight: number;
  readonly make: (world: World) => Call | undefined;
}

const TEXTS = ['Your code is 123456', 'Grüße 👋', 'A'.repeat(200), 'See you at nine', 'Ωμέγα', ''];
/** Numbers with each kind of outcome; the last one is refused. */
const PHONES =
  '447700900001 447700900700 447700900701 447700900702 447700900812 447700900801 +15550100001 447700900123 4915112345678 unknown'.split(
    ' ',
  );
const CHANNELS = [undefined, undefined, ['sms'], ['rcs', 'sms'], ['fax']];
const CRONS = ['0 9 * * *', '*/30 * * * *', '0 0 1 * *', null, 'never'];

/** Every kind of call, with how often it is made relative to the others. */
export const STEPS: readonly Step[] = [
  { weight: 20, make: (world) => send(world, '/message', { messages: some(world, message) }) },
  { weight: 10, make: (world) => send(world, '/batch', batch(world)) },
  { weight: 8, make: (world) => keyed(world, 'GET', `/batch/${world.one(world.batches)}`) },
  { weight: 4, make: (world) => keyed(world, 'DELETE', `/batch/${world.one(world.batches)}`) },
  { weight: 4, make: (world) => keyed(world, 'GET', '/batch') },
  { weight: 3, make: (world) => organization(world, 'GET', '/account') },
  {
    weight: 2,
    make: (world) => organization(world, 'POST', '/account', { name: `Account ${world.below(9)}` }),
  },
  { weight: 4, make: (world) => organization(world, 'PATCH', `/account/${account(world)}`, edit(world)) },
  { weight: 3, make: (world) => organization(world, 'PATCH', '/topup', topUp(world)) },
  { weight: 0.3, make: (world) => organization(world, 'DELETE', `/account/${account(world)}`) },
  { weight: 1, make: (world) => keyed(world, 'GET', '/dr-responses') },
  {
    weight: 1,
    make: ({ one }) => ({ method: one(['GET', 'PUT', 'POST']) ?? 'GET', path: '/unknown?key=1' }),
  },
  { weight: 6, make: ({ below }) => control('POST', '/clock/advance', { by: below(4_000_000) }) },
  { weight: 4, make: () => control('POST', '/clock/next', {}) },
  { weight: 6, make: () => control('POST', '/settle') },
  { weight: 2, make: () => control('GET', '/clock/moves') },
  {
    weight: 1,
    make: ({ one, moves }) => withId(one(moves), (id) => control('POST', `/clock/moves/${id}/undo`, {})),
  },
  { weight: 8, make: (world) => control('GET', `/messages?${query(world)}`) },
  {
    weight: 3,
    make: ({ one, messages }) => withId(one(messages), (id) => control('GET', `/messages/${id}`)),
  },
  { weight: 3, make: (world) => byHand(world, 'deliver') },
  { weight: 3, make: (world) => byHand(world, 'fail') },
  {
    weight: 5,
    make: ({ one }) => control('GET', `/webhooks?state=${one(['pending', 'succeeded', 'exhausted', ''])}`),
  },
  {
    weight: 3,
    make: ({ one, webhooks }) => withId(one(webhooks), (id) => control('GET', `/webhooks/${id}`)),
  },
  {
    weight: 2,
    make: ({ one, webhooks }) => withId(one(webhooks), (id) => control('POST', `/webhooks/${id}/resend`, {})),
  },
  { weight: 5, make: inbound },
  { weight: 2, make: carrier },
  { weight: 3, make: fault },
  { weight: 1, make: () => control('GET', '/faults') },
  { weight: 1, make: () => control('DELETE', '/faults') },
  { weight: 2, make: notification },
  {
    weight: 1,
    make: (world) =>
      control('POST', `/accounts/${account(world)}/senders`, { sender: `S${world.below(99)}` }),
  },
  {
    weight: 0.5,
    make: () =>
      control('PUT', '/shared-senders', { senders: ['447700900980', '447700900981', '447700900982'] }),
  },
  {
    weight: 0.5,
    make: ({ below }) => control('POST', '/organizations', { name: `Organization ${below(9)}` }),
  },
  { weight: 1, make: () => control('GET', '/mark') },
  { weight: 1, make: () => control('GET', '/snapshot') },
  {
    weight: 0.5,
    make: () => control('PUT', '/snapshot', SNAPSHOT),
  },
  { weight: 0.2, make: ({ one }) => control('POST', '/reset', { ids: one(['fresh', 'repeat']) }) },
  { weight: 2, make: () => control('GET', '/requests?limit=5') },
  {
    weight: 1,
    make: ({ one, requests }) => withId(one(requests), (id) => control('GET', `/requests/${id}`)),
  },
  { weight: 1, make: () => control('GET', '/jobs') },
  { weight: 1, make: () => control('GET', '/accounts') },
  { weight: 1, make: () => control('GET', '/overview') },
];

function control(method: string, path: string, body?: unknown): Call {
  return { method, path: `/_emulator${path}`, body };
}

function withId<T>(id: T | undefined, make: (id: T) => Call): Call | undefined {
  return id === undefined ? undefined : make(id);
}

/** A call with the key of an account, which is sometimes wrong. */
function keyed(world: World, method: string, path: string, body?: unknown): Call {
  const key = world.below(20) === 0 ? 'wrong' : world.one(world.keys);
  return { method, path: `${path}?key=${key}`, body };
}

function organization(world: World, method: string, path: string, body?: unknown): Call {
  const key = world.below(20) === 0 ? world.one(world.keys) : world.organizationKey;
  return { method, path: `${path}?key=${key}`, body };
}

function send(world: World, path: string, body: unknown): Call {
  return keyed(world, 'POST', path, body);
}

function account(world: World): string {
  return world.below(20) === 0 ? '00000000-0000-4000-8000-000000000000' : String(world.one(world.accounts));
}

function some<T>(world: World, make: (world: World) => T): T[] {
  return Array.from({ length: 1 + world.below(4) }, () => make(world));
}

function url({ receiver, one }: World): string {
  return `${receiver}/${one([200, 200, 200, 503, 404])}/hook`;
}

function message(world: World): object {
  const { one, below } = world;
  return {
    to: one(PHONES.slice(0, below(8) === 0 ? undefined : -1)),
    from: one([
      { type: 'custom', value: 'DEMO' },
      { type: 'shared' },
      { type: 'custom', value: '447700900990' },
    ]),
    body: one(TEXTS.slice(0, below(10) === 0 ? undefined : -1)),
    callback: below(2) === 0 ? url(world) : undefined,
    channels: one(CHANNELS.slice(0, below(10) === 0 ? undefined : -1)),
    send_at: below(4) === 0 ? time(world) : undefined,
  };
}

function batch(world: World): object {
  const { one, below } = world;
  return {
    from: one(['DEMO', '447700900990', below(10) === 0 ? 'FOREIGN' : 'DEMO']),
    message: one(TEXTS.slice(0, -1)),
    destinations: some(world, () => one(PHONES.slice(0, below(8) === 0 ? undefined : -1))),
    callback: below(2) === 0 ? url(world) : undefined,
    at: below(3) === 0 ? time(world) : undefined,
    channel: one([undefined, 'sms', 'rcs']),
  };
}

/** A time in the first days of the history, so that the clock reaches it. */
function time({ below }: World): string {
  return `2030-01-0${1 + below(9)}T1${below(9)}:00:00Z`;
}

function edit({ one, below, ...world }: World): object {
  return {
    paid_credits:
      below(2) === 0 ? { allow_negative: below(2) === 0, negative_limit: one([null, 10, -5]) } : undefined,
    packaged_credits:
      below(2) === 0 ? { schedule_refill_amount: below(50), schedule_refill: true } : undefined,
    mo:
      below(2) === 0
        ? { mo_webhook_url: url({ one, below, ...world }), mo_webhook_secret: 'a'.repeat(32) }
        : undefined,
    schedule: one([undefined, ...CRONS]),
  };
}

function topUp(world: World): object {
  return { accountUuid: account(world), topup: world.below(30) - 1 };
}

function query({ one, accounts, batches }: World): string {
  return (
    one([
      'limit=5',
      'state=failed',
      'state=scheduled',
      'to=447700900001',
      `account=${one(accounts)}`,
      `batch=${one(batches)}`,
      `since=${MARK}`,
      'state=unknown',
    ]) ?? ''
  );
}

function byHand({ one, messages, below }: World, action: 'deliver' | 'fail'): Call | undefined {
  const body = action === 'fail' ? { code: String(1 + below(30)) } : {};
  return withId(one(messages), (id) => control('POST', `/messages/${id}/${action}`, body));
}

function inbound({ one, below }: World): Call {
  const message = one(['YES', 'STOP', 'START', 'Grüße']);
  return control('POST', '/inbound', {
    from: one(PHONES),
    to: one(['DEMO', '447700900990', '44770090098' + below(9)]),
    message,
  });
}

function carrier({ one, below }: World): Call {
  const rules = [{ to: '4477009000*', outcome: one(['deliver', 'fail', 'hold']), code: '4' }];
  return control('PUT', '/carrier', {
    outcome: one(['deliver', 'deliver', 'fail', 'hold', 'lose']),
    after: one(['1s', '3s', 5000]),
    rules: below(2) === 0 ? rules : [],
  });
}

function fault({ one, below }: World): Call {
  return control('POST', '/faults', {
    operation: one(['messages.send', 'batches.receipts', 'accounts.list', 'messages.sent']),
    ...one([
      { status: 503 },
      { code: 'insufficient_credits' },
      { disconnect: true },
      { status: 429, when: 'after' },
      {},
    ]),
    times: 1 + below(2),
  });
}

function notification(world: World): Call {
  return control('POST', `/accounts/${account(world)}/notifications`, {
    url: url(world),
    threshold_type: world.one([
      'paid_fixed_number',
      'packaged_fixed_number',
      'packaged_percentage',
      'unknown',
    ]),
    threshold_value: world.below(1000),
  });
}
