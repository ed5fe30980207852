import type { Call } from '../calls.ts';
import type { World } from '../world.ts';
import { about, control, hook, PHONES, type Step, time } from './step.ts';

const QUERIES = [
  'code',
  '"code is"',
  '-code',
  'state:failed',
  'to:447700900001',
  'from:DEMO',
  'after:10:30',
  'account:Account',
  'state:nothing',
  'stat:failed',
  'response:5xx',
  'status:4xx',
  'status:2xx',
  'kind:delivery-receipt',
  'channel:rcs',
  'YES',
  '7700 900',
];

/** Calls of the control API that read. */
export const LIST_STEPS: readonly Step[] = [
  { weight: 8, make: (world) => list(world, '/messages', messageFilters(world)) },
  {
    weight: 3,
    make: (world) => about(world, world.messages, (id) => control(world, 'GET', `/messages/${id}`)),
  },
  {
    weight: 2,
    make: (world) => about(world, world.messages, (id) => control(world, 'GET', `/messages/${id}/timeline`)),
  },
  { weight: 2, make: waitForMessage },
  { weight: 5, make: (world) => list(world, '/webhooks', webhookFilters(world)) },
  {
    weight: 3,
    make: (world) => about(world, world.webhooks, (id) => control(world, 'GET', `/webhooks/${id}`)),
  },
  {
    weight: 2,
    make: (world) => about(world, world.batches, (id) => control(world, 'GET', `/batches/${id}`)),
  },
  { weight: 3, make: (world) => list(world, '/requests', page(world)) },
  {
    weight: 2,
    make: (world) =>
      about(world, world.requests.slice(-10), (id) => control(world, 'GET', `/requests/${id}`)),
  },
  {
    weight: 1.5,
    make: (world) =>
      about(world, world.requests.slice(-10), (id) =>
        control(
          world,
          'GET',
          `/requests/${id}/code${world.one(['', '?ids=same', '?baseUrl=http%3A%2F%2Fapi.test'])}`,
        ),
      ),
  },
  { weight: 2, make: (world) => list(world, '/handsets', page(world)) },
  {
    weight: 2,
    make: (world) =>
      about(world, PHONES, (id) =>
        control(world, 'GET', `/handsets/${id}${world.one(['', '?limit=3', '?limit=2&offset=1'])}`),
      ),
  },
  { weight: 1, make: (world) => control(world, 'GET', '/accounts') },
  {
    weight: 1,
    make: (world) => about(world, world.accounts, (id) => list(world, `/accounts/${id}/locks`, page(world))),
  },
  { weight: 2, make: (world) => about(world, world.accounts, (id) => ledger(world, id)) },
  { weight: 1.5, make: (world) => control(world, 'GET', `/jobs${world.one(['', '?limit=3', '?limit=0'])}`) },
  {
    weight: 1.5,
    make: (world) =>
      control(world, 'GET', `/overview${world.one(['', `?since=${time(world)}`, '?since=x'])}`),
  },
  { weight: 1, make: (world) => control(world, 'GET', '/digest') },
  { weight: 1, make: (world) => control(world, 'GET', '/health') },
  { weight: 1, make: (world) => control(world, 'GET', '/credentials') },
  { weight: 0.7, make: (world) => control(world, 'GET', '/openapi.json') },
  { weight: 1.5, make: events },
  { weight: 0.7, make: follower },
  { weight: 0.3, make: stopped },
  { weight: 0.5, make: (world) => control(world, 'GET', '/followers') },
  {
    weight: 0.5,
    make: (world) => control(world, 'POST', '/followers', { name: world.one(['checkout', undefined, '']) }),
  },
  {
    weight: 0.5,
    make: (world) => ({ ...control(world, 'DELETE', '/followers/{kept:joined}'), first: joining(world) }),
  },
  {
    weight: 0.5,
    make: (world) => ({
      ...control(world, 'POST', `/followers/${world.one(['{kept:joined}', 'follower-999'])}/reached`, {
        tick: 0,
      }),
      first: joining(world),
    }),
  },
  {
    weight: 0.7,
    make: joining,
  },
  {
    weight: 1,
    make: (world) =>
      control(world, 'GET', String(world.one(['/unknown', '/message', '/clock/next', '/webhook/1', '']))),
  },
];

/** A list, or its next page. */
function list(world: World, path: string, query: string): Call {
  return { ...control(world, 'GET', `${path}?${query}`), keep: { name: `next${path}`, member: 'next' } };
}

function page({ one, rarely, messages, accounts }: World): string {
  if (rarely(3)) return `q=${encodeURIComponent(String(one(QUERIES)))}`;
  return String(
    one([
      '',
      'limit=5',
      'limit=3&offset=2',
      'offset=1',
      `locate=${one(messages)}`,
      `q=about:${one(accounts)}`,
      'limit=1001',
      'limit=x',
      'nothing=1',
    ]),
  );
}

function messageFilters(world: World): string {
  const { one, rarely, accounts, batches, messages } = world;
  if (rarely(4)) return page(world);
  return String(
    one([
      'limit=2',
      'limit=2&cursor={kept:next/messages}',
      'state=failed',
      'state=sent&limit=5',
      'state=sent',
      'state=scheduled&limit=4',
      'to=447700900001',
      'to=%2B44%207700%20900001',
      'to=unknown',
      'from=DEMO',
      'channel=rcs',
      'code=22',
      `after=${time(world)}`,
      `before=${time(world)}`,
      `account=${one(accounts)}`,
      `batch=${one(batches)}`,
      `locate=${one(messages)}&limit=3&offset=0`,
      'since={kept:mark}',
      'since={kept:mark}&state=delivered',
      'state=unknown',
    ]),
  );
}

function webhookFilters(world: World): string {
  const { one, rarely, accounts, webhooks } = world;
  if (rarely(4)) return page(world);
  return String(
    one([
      'state=pending',
      'state=succeeded&limit=3',
      'state=exhausted',
      'state=',
      'kind=delivery-receipt',
      'kind=inbound-message',
      'kind=credit-notification',
      'order=attempted&offset=0&limit=4',
      'order=queued&offset=1',
      'limit=2',
      'limit=2&cursor={kept:next/webhooks}',
      `account=${one(accounts)}`,
      `locate=${one(webhooks)}&order=queued&offset=0`,
    ]),
  );
}

/** A wait that ends soon: with a message that is there, or after its limit in real time. */
function waitForMessage(world: World): Call {
  const filter = world.one([
    '',
    'to=447700900001',
    'from=DEMO',
    'contains=code',
    'pattern=code%20is%20(%5Cd%2B)',
    'pattern=(%3F%3Dx)',
    'since={kept:mark}',
    'to=447700900999',
    'to=07700',
  ]);
  return control(world, 'GET', `/messages/wait?${filter}&timeout=${world.one(['300ms', '250ms', 'soon'])}`);
}

function ledger(world: World, id: string): Call {
  const path = `/accounts/${id}/ledger`;
  return world.rarely(2) ? control(world, 'GET', path) : list(world, path, page(world));
}

/** The facts of a few calls that are made while the stream is open. */
function events(world: World): Call {
  const { keys, one, below } = world;
  const mark = { ...control(world, 'GET', '/mark'), keep: { name: 'mark', member: 'mark' } };
  const text = {
    to: one(PHONES),
    from: { type: 'custom', value: 'DEMO' },
    body: 'While somebody reads',
    callback: hook(world),
  };
  return {
    ...control(world, 'GET', '/events'),
    first: mark,
    headers: { 'last-event-id': '{kept:seq}' },
    stream: {
      during: [
        { method: 'POST', path: `/message?key=${keys[0]}`, scope: world.path, body: { messages: [text] } },
        control(world, 'POST', '/clock/advance', { by: below(4_000_000) }),
        control(world, 'POST', '/inbound', {
          from: one(PHONES),
          to: 'DEMO',
          message: one(['STOP', 'START', 'Yes']),
        }),
        control(world, 'POST', '/settle'),
        mark,
      ],
    },
  };
}

function joining(world: World): Call {
  return {
    ...control(world, 'POST', '/followers', { name: 'checkout' }),
    keep: { name: 'joined', member: 'id' },
  };
}

/** An application that follows the clock while time moves, and reports each instant. */
function follower(world: World): Call {
  const id = '{kept:joined}';
  return {
    ...control(world, 'GET', `/followers/${id}/events`),
    first: joining(world),
    stream: {
      report: control(world, 'POST', `/followers/${id}/reached`, {
        nextTimerAt: world.one([null, time(world)]),
      }),
      during: [
        control(world, 'GET', '/followers'),
        control(world, 'POST', '/clock/advance', { by: world.below(100_000) }),
        control(world, 'GET', '/clock'),
        control(world, 'DELETE', `/followers/${id}`),
      ],
    },
  };
}

/** An advance that waits for an application that does not report, and is stopped. */
function stopped(world: World): Call {
  const id = '{kept:joined}';
  return {
    ...control(world, 'GET', `/followers/${id}/events`),
    first: joining(world),
    stream: {
      firstWaits: true,
      during: [
        control(world, 'POST', '/clock/advance', { by: 60_000 }),
        control(world, 'GET', '/clock/advance'),
        control(world, 'DELETE', '/clock/advance'),
        control(world, 'DELETE', `/followers/${id}`),
      ],
    },
  };
}
