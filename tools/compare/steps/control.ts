import type { Call } from '../calls.ts';
import type { World } from '../world.ts';
import { fault } from './faults.ts';
import { about, control, hook, PHONES, type Step, time } from './step.ts';

/** Calls of the control API that change something, or wait. */
export const CONTROL_STEPS: readonly Step[] = [
  { weight: 6, make: (world) => control(world, 'POST', '/clock/advance', advance(world)) },
  { weight: 4, make: (world) => control(world, 'POST', '/clock/next', {}) },
  { weight: 1, make: (world) => control(world, 'GET', '/clock/advance') },
  { weight: 1, make: (world) => control(world, 'DELETE', '/clock/advance') },
  { weight: 6, make: (world) => control(world, 'POST', '/settle') },
  { weight: 1, make: (world) => control(world, 'GET', '/clock') },
  { weight: 2, make: (world) => control(world, 'GET', '/clock/moves') },
  {
    weight: 1,
    make: (world) => about(world, world.moves, (id) => control(world, 'POST', `/clock/moves/${id}/undo`, {})),
  },
  { weight: 1, make: undo },
  { weight: 3, make: (world) => byHand(world, 'deliver') },
  { weight: 3, make: (world) => byHand(world, 'fail') },
  { weight: 3, make: (world) => about(world, world.webhooks, (id) => resend(world, id)) },
  {
    weight: 2,
    make: (world) =>
      about(world, world.webhooks, (id) =>
        control(world, 'POST', `/webhooks/${id}/verify`, {
          secret: world.one(['a'.repeat(32), 'b'.repeat(32), 'S'.repeat(64), 'short']),
          attempt: world.one([undefined, undefined, 1, 9]),
        }),
      ),
  },
  { weight: 3, make: carrier },
  { weight: 1, make: (world) => control(world, 'GET', '/carrier') },
  { weight: 5, make: (world) => control(world, 'POST', '/faults', fault(world)) },
  { weight: 2, make: (world) => control(world, 'GET', '/faults') },
  {
    weight: 1,
    make: (world) => about(world, world.faults, (id) => control(world, 'DELETE', `/faults/${id}`)),
  },
  { weight: 1, make: (world) => control(world, 'DELETE', '/faults') },
  { weight: 5, make: inbound },
  { weight: 2, make: notification },
  {
    weight: 1.5,
    make: (world) =>
      about(world, world.accounts, (id) =>
        control(world, 'POST', `/accounts/${id}/senders`, {
          sender: world.one([
            `S${world.below(99)}`,
            `S${world.below(99)}`,
            '447700900991',
            '447700900981',
            'TOO LONG A NAME',
            '',
          ]),
        }),
      ),
  },
  {
    weight: 0.7,
    make: (world) =>
      control(world, 'PUT', '/shared-senders', {
        senders: world.one([
          ['447700900980', '447700900981', '447700900982'],
          ['447700900983'],
          [],
          ['DEMO'],
          ['x'],
        ]),
      }),
  },
  {
    weight: 1,
    make: (world) =>
      control(world, 'POST', '/organizations', {
        name: world.one([`Organization ${world.below(9)}`, undefined, '']),
        credits: world.one([undefined, null, 100, -1]),
        creditSystem: world.one([undefined, true, false]),
      }),
  },
  {
    weight: 2,
    make: (world) => ({ ...control(world, 'GET', '/mark'), keep: { name: 'mark', member: 'mark' } }),
  },
  { weight: 2, make: (world) => ({ ...control(world, 'GET', '/snapshot'), keep: { name: 'snapshot' } }) },
  { weight: 1.2, make: (world) => ({ ...control(world, 'PUT', '/snapshot'), keptBody: 'snapshot' }) },
  {
    weight: 0.25,
    make: (world) => control(world, 'POST', '/reset', { ids: world.one(['fresh', 'repeat', 'same']) }),
  },
  { weight: 2, make: (world) => about(world, world.requests.slice(-10), (id) => replay(world, id)) },
  { weight: 0.6, make: sandbox },
  { weight: 0.3, make: (world) => main(world, 'GET', '/sandboxes') },
  {
    weight: 0.6,
    make: (world) => about(world, world.sandboxes, (id) => main(world, 'GET', `/sandboxes/${id}`)),
  },
  {
    weight: 0.25,
    make: (world) => about(world, world.sandboxes, (id) => main(world, 'DELETE', `/sandboxes/${id}`)),
  },
];

function main(world: World, method: string, path: string, body?: unknown): Call {
  return control({ ...world, path: '/_emulator' }, method, path, body);
}

function advance(world: World): object {
  const { one, below, rarely } = world;
  const undoable = one([undefined, true, true, false]);
  if (rarely(8)) return { to: time(world), undoable };
  if (rarely(10)) return { by: '1h', maxInstants: 1 + below(3), undoable };
  return {
    by: one([below(4_000_000), below(60_000), '90s', '2h', '1d', rarely(4) ? '3 x' : '1m']),
    undoable,
  };
}

/** A move of the clock that is undone. */
function undo(world: World): Call {
  return {
    ...control(world, 'POST', '/clock/moves/{kept:move}/undo', {}),
    first: {
      ...control(world, 'POST', '/clock/advance', { ...advance(world), undoable: true }),
      keep: { name: 'move', member: 'move' },
    },
  };
}

function byHand(world: World, action: 'deliver' | 'fail'): Call | undefined {
  const { one, below, rarely } = world;
  const code =
    action === 'fail'
      ? one([String(1 + below(30)), '22', '00', 'x', undefined])
      : one([undefined, '00', '5']);
  const description = one([undefined, undefined, 'By hand']);
  return about(world, rarely(4) ? world.messages : world.open.slice(-5), (id) =>
    control(world, 'POST', `/messages/${id}/${action}`, { code, description }),
  );
}

function resend(world: World, id: string): Call {
  const changes = world.one([
    {},
    {},
    { url: hook(world) },
    { payload: { changed: true } },
    { url: 'nowhere' },
  ]);
  return {
    ...control(world, 'POST', `/webhooks/${id}/resend`, changes),
    result: control(world, 'GET', `/webhooks/${id}`),
  };
}

function replay(world: World, id: string): Call {
  const changes = world.one([
    {},
    {},
    { ids: 'same' },
    { ids: 'new' },
    { body: '{"name":"Replayed"}' },
    { ids: 'old' },
  ]);
  return control(world, 'POST', `/requests/${id}/replay`, changes);
}

function carrier(world: World): Call {
  const { one, rarely } = world;
  const rules = [
    {
      to: '4477009000*',
      outcome: one(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
      code: one(['4', undefined]),
    },
  ];
  return control(world, 'PUT', '/carrier', {
    outcome: one(['deliver', 'deliver', 'fail', 'hold', 'hold', rarely(4) ? 'lose' : 'deliver']),
    code: rarely(6) ? one(['22', '00', 'x']) : undefined,
    after: one(['1s', '3s', 5_000, { min: '1s', max: '9s' }, rarely(3) ? '3 s' : 0]),
    optOut: rarely(12) ? true : undefined,
    rules: rarely(2) ? rules : one([undefined, [], [{ to: 'x y', outcome: 'fail' }]]),
  });
}

function inbound(world: World): Call {
  const { one, below, rarely } = world;
  return control(world, 'POST', '/inbound', {
    from: one(rarely(8) ? ['unknown', 447700900001, '07700 900001'] : PHONES),
    to: one([
      'DEMO',
      '447700900990',
      '44770090098' + below(9),
      rarely(6) ? undefined : 'DEMO',
      rarely(3) ? 'NOBODY' : 'DEMO',
    ]),
    message: one(rarely(10) ? ['', undefined] : ['YES', 'STOP', 'START', 'Grüße', 'Reply with code YES4']),
    channel: one([undefined, undefined, undefined, 'rcs', rarely(5) ? 'fax' : 'sms']),
  });
}

function notification(world: World): Call | undefined {
  const kinds = [
    'paid_negative_fixed_number',
    'paid_negative_percentage',
    'paid_fixed_number',
    'packaged_fixed_number',
    'packaged_percentage',
  ];
  return about(world, world.accounts, (id) =>
    control(world, 'POST', `/accounts/${id}/notifications`, {
      url: hook(world),
      threshold_type: world.one(world.rarely(8) ? ['unknown'] : kinds),
      threshold_value: world.one([world.below(1_000), world.below(100), 0.5]),
    }),
  );
}

/** A sandbox with a seed and a time, so that both services create the same one. */
function sandbox(world: World): Call {
  const { one, below, rarely } = world;
  return main(world, 'POST', '/sandboxes', {
    name: one([undefined, 'checkout', rarely(5) ? '' : 'shop']),
    seed: 1 + below(1_000),
    now: '2030-01-01T08:00:00Z',
    clock: 'virtual',
    organization: one([undefined, { name: 'Own', credits: 100 }]),
    accounts: one([
      undefined,
      undefined,
      [{ name: 'Own', senders: ['OWN', 'DEMO'], credits: 500, packagedCredits: 50 }],
      [{ name: 'Own', senders: ['447700900980'] }],
    ]),
    carrier: one([
      undefined,
      { outcome: 'hold' },
      { after: '2s', rules: [{ to: '*', outcome: 'fail', code: '22' }] },
    ]),
    webhooks: {
      concurrency: 1,
      ...one([
        {},
        { sign: 'all' },
        { timestampUnit: 'milliseconds', environment: 'staging' },
        { retryDelays: ['1s'] },
        { retryDelays: [] },
      ]),
    },
    statuses: one([undefined, undefined, { sender_not_owned: 400 }]),
    unknownFields: one([undefined, 'refuse', 'ignore']),
    journalLimit: one([undefined, 50]),
    requestLimit: one([undefined, 5]),
  });
}
