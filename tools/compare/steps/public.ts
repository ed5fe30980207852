import type { World } from '../world.ts';
import { hook, keyed, PHONES, type Step, some, time, uuid } from './step.ts';

const TEXTS = [
  'Your code is 123456',
  'Grüße 👋',
  'A'.repeat(200),
  'See you at nine',
  'Ωμέγα',
  'Code: 48-29 {x}',
];
const CHANNELS = [undefined, undefined, ['sms'], ['rcs'], ['rcs', 'sms'], ['sms', 'rcs']];
const CRONS = ['0 9 * * *', '*/30 * * * *', '0 0 1 * *', '15 8-18/2 * * 1-5', null];
/** Values that are refused, or nearly. */
const ODD_PHONES = ['unknown', '07700900123', '', '0044 7700 900123', '+44 (0)7700 900124', 447700900125];

/** Calls of the public API. */
export const PUBLIC_STEPS: readonly Step[] = [
  {
    weight: 25,
    make: (world) => keyed(world, 'account', 'POST', `/message${dryRun(world)}`, messages(world)),
  },
  {
    weight: 12,
    make: (world) => keyed(world, 'account', 'POST', `/batch${batchQuery(world)}`, batch(world)),
  },
  {
    weight: 8,
    make: (world) =>
      keyed(
        world,
        'account',
        'GET',
        `/batch/${world.id(world.batches)}${world.one(['', '?details=true', '?details=1'])}`,
      ),
  },
  {
    weight: 5,
    make: (world) => keyed(world, 'account', 'DELETE', `/batch/${world.id(world.batches.slice(-20))}`),
  },
  { weight: 4, make: (world) => keyed(world, 'account', 'GET', '/batch') },
  { weight: 3, make: (world) => keyed(world, 'organization', 'GET', '/account') },
  {
    weight: 2,
    make: (world) => keyed(world, 'organization', 'POST', '/account', { name: `Account ${world.below(9)}` }),
  },
  {
    weight: 5,
    make: (world) =>
      keyed(world, 'organization', 'PATCH', `/account/${world.id(world.accounts)}`, edit(world)),
  },
  { weight: 3, make: (world) => keyed(world, 'organization', 'PATCH', '/topup', topUp(world)) },
  {
    weight: 2,
    make: (world) =>
      keyed(world, 'organization', 'PATCH', `/account/${world.id(world.accounts)}`, { topup: amount(world) }),
  },
  {
    weight: 0.6,
    make: (world) =>
      keyed(
        world,
        'organization',
        'DELETE',
        `/account/${world.id(world.accounts.slice(world.rarely(20) ? 0 : 1))}`,
      ),
  },
  {
    weight: 1,
    make: (world) =>
      keyed(world, world.one(['account', 'organization']) ?? 'account', 'GET', '/dr-responses'),
  },
  {
    weight: 2,
    make: (world) =>
      keyed(
        world,
        'account',
        world.one(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS']) ?? 'GET',
        String(world.one(['/unknown', '/messages', '/batches/1', '/message', '/account/x/y', '/'])),
      ),
  },
];

function dryRun({ one }: World): string {
  return (
    one(['', '', '', '', '', '', '?isDryrun=true', '?dryRun=true', '?isDryrun=false', '?dryrun=true']) ?? ''
  );
}

function batchQuery(world: World): string {
  return world.rarely(6) ? (world.one(['?allowMulti=false', '?allowMulti=true']) ?? '') : dryRun(world);
}

function phone({ one, rarely }: World, odd: boolean): unknown {
  return one(odd && rarely(3) ? ODD_PHONES : PHONES);
}

function messages(world: World): object {
  const odd = world.rarely(6);
  const list = some(world, () => message(world, odd));
  if (!world.rarely(6)) return { messages: list };
  return {
    messages: list.map(({ body, from, ...rest }) => rest),
    defaults: { body: 'Default', from: message(world, odd).from },
  };
}

function message(
  world: World,
  odd: boolean,
): {
  readonly body: unknown;
  readonly from: unknown;
  readonly [name: string]: unknown;
} {
  const { one, rarely } = world;
  return {
    to: phone(world, odd),
    from: one([
      { type: 'custom', value: 'DEMO' },
      { type: 'custom', value: 'DEMO' },
      { type: 'shared' },
      { type: 'custom', value: '447700900990' },
      { type: 'custom', value: odd ? `S${world.below(99)}` : 'DEMO' },
    ]),
    body: one(odd && rarely(3) ? ['', ' ', 'x'.repeat(1_700), 7, null] : TEXTS),
    callback: rarely(2) ? hook(world) : undefined,
    channels: one(odd && rarely(3) ? [['fax'], [], 'sms', ['sms', 'sms']] : CHANNELS),
    id: rarely(5) ? uuid(world) : undefined,
    send_at: rarely(4) ? time(world) : undefined,
  };
}

function batch(world: World): object {
  const { one, rarely } = world;
  const odd = rarely(6);
  return {
    from: one(['DEMO', '447700900990', 'DEMO', odd ? 'FOREIGN' : 'DEMO', odd ? '447700900980' : 'DEMO']),
    message: one(TEXTS),
    destinations: odd && rarely(3) ? [] : some(world, () => phone(world, odd)),
    callback: rarely(2) ? hook(world) : undefined,
    uuid: rarely(5) ? uuid(world) : undefined,
    [one(['at', 'send_at']) ?? 'at']: rarely(3) ? time(world) : undefined,
    channel: one([undefined, undefined, 'sms', 'rcs']),
    fallback_channels: rarely(5) ? one([['sms'], ['rcs'], []]) : undefined,
  };
}

function edit(world: World): object {
  const { one, below, rarely } = world;
  return {
    paid_credits: rarely(2)
      ? {
          allow_negative: rarely(2),
          negative_limit: one([null, 10, -5, 100]),
          schedule_reset_to_zero: one([undefined, true, false]),
        }
      : undefined,
    packaged_credits: rarely(2)
      ? {
          schedule_refill_amount: below(50),
          schedule_refill: one([true, false]),
          schedule_reset_to_zero: one([undefined, true]),
        }
      : undefined,
    mo: rarely(2)
      ? { mo_webhook_url: hook(world), mo_webhook_secret: one(['a'.repeat(32), 'short', 'S'.repeat(64)]) }
      : undefined,
    schedule: one([undefined, ...CRONS, rarely(4) ? 'never' : undefined]),
  };
}

function topUp(world: World): object {
  return { accountUuid: world.id(world.accounts), topup: amount(world) };
}

function amount({ below, rarely, one }: World): unknown {
  return rarely(8) ? one([0, -1, 1.5, 2 ** 53, '5']) : 1 + below(60);
}
