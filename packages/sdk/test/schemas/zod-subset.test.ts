import type * as Contract from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ACCOUNT_UUID, batch, message, samples } from '../samples.ts';

/** Loads the contract with another implementation of `zod/mini`. */
async function loadContract(implementation: string): Promise<typeof Contract> {
  vi.resetModules();
  vi.doMock('zod/mini', () => vi.importActual(implementation));
  try {
    return await import('@messaging-service/contract');
  } finally {
    vi.doUnmock('zod/mini');
  }
}

const withZod = await loadContract('zod/mini');
const withSubset = await loadContract('../../src/schemas/zod-subset.ts');

type Schema = Parameters<typeof Contract.validate>[0];

interface Subject {
  readonly name: string;
  readonly find: (contract: typeof Contract) => Schema;
  readonly essential: readonly string[];
}

const rows = (contract: typeof Contract) =>
  Object.entries(contract.endpoints).flatMap(([resource, operations]) =>
    Object.entries(operations as Record<string, Contract.Endpoint>).map(
      ([operation, row]) => [`${resource}.${operation}`, row] as const,
    ),
  );

/** Every schema that the contract exports, and those that only the endpoint table has. */
const subjects: readonly Subject[] = [
  ...Object.keys(withZod)
    .filter((name) => name.endsWith('Schema'))
    .map((name) => ({
      name,
      find: (contract: typeof Contract) => contract[name as 'uuidSchema'],
      essential: [],
    })),
  ...rows(withZod).flatMap(([name, { essential }], i) =>
    (['query', 'response'] as const).map((part) => ({
      name: `${name} ${part}`,
      find: (contract: typeof Contract) => rows(contract)[i]?.[1][part] as Schema,
      essential,
    })),
  ),
];

/** Values of the wire, from which others are made. */
const wire: readonly unknown[] = [
  ...Object.values(samples).map(({ answer }) => answer),
  {
    messages: [
      message,
      { ...message, from: { type: 'custom', value: 'DEMO' }, id: ACCOUNT_UUID, channels: ['rcs', 'sms'] },
      { ...message, send_at: '2030-01-01T09:00Z', callback: 'https://example.com/receipts' },
    ],
  },
  { messages: [{ to: '447700900123' }, { body: '' }], defaults: message },
  { ...batch, uuid: ACCOUNT_UUID, id: ACCOUNT_UUID, at: '2030-01-01T09:00Z', channel: 'sms' },
  { name: 'Reception' },
  {
    paid_credits: { allow_negative: true, negative_limit: null },
    packaged_credits: { schedule_refill: true, schedule_reset_to_zero: true, schedule_refill_amount: 1 },
    mo: { mo_webhook_url: '', mo_webhook_secret: 's' },
    schedule: '0 0 1 * *',
  },
  { accountUuid: ACCOUNT_UUID, topup: 400 },
  { batches: [{ identifier: 'a', at: 'b', from: 'c', messagecount: 1, unitcount: '2' }] },
  { counts: { total: 1, delivered: 1, failed: 0 }, details: [{ destination: '+1', info: null }] },
  { isDryrun: 'true', dryRun: '1', allowMulti: 'false', details: '0' },
];

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 60,
  -(2 ** 60),
  Number.NaN,
  '',
  '7',
  'whatsapp',
  '60777',
  '+44 7700 900123',
  'DEMO',
  '\ud800',
  ACCOUNT_UUID,
  [],
  ['sms', 'sms'],
  [{}],
  {},
  { type: 'shared', value: 'x' },
  { type: 'alphanumeric', value: 'x' },
  { type: 'custom' },
  JSON.parse('{"__proto__":{"to":1}}'),
  Object.create({ to: '447700900123', unknown: 1 }),
  Object.assign([], { length: 2 }),
];

const oddValue = fc.oneof(fc.constantFrom(...odd), fc.anything());

/** Puts an odd value somewhere in a value: in the place of a member, or beside the members. */
const changed: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...wire),
    fc.array(
      fc.tuple(fc.array(fc.nat(9), { maxLength: 4 }), oddValue, fc.constantFrom('', 'unknown', 'id')),
      {
        maxLength: 3,
      },
    ),
  )
  .map(([value, changes]) =>
    changes.reduce((current, [path, other, name]) => change(current, path, other, name), value),
  );

function change(value: unknown, path: readonly number[], other: unknown, name: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined)
    return name === '' || typeof value !== 'object' ? other : { ...value, [name]: other };
  if (Array.isArray(value)) {
    const position = step % (value.length + 1);
    return [
      ...value.slice(0, position),
      change(value[position], rest, other, name),
      ...value.slice(position + 1),
    ];
  }
  if (typeof value !== 'object' || value === null) return other;
  const members = Object.entries(value);
  const [key = 'unknown', member] = members[step % (members.length + 1)] ?? [];
  return { ...value, [key]: change(member, rest, other, name) };
}

const options: fc.Arbitrary<Contract.ValidationOptions> = fc.record({
  unknownFields: fc.constantFrom('refuse', 'ignore'),
  unknownValues: fc.constantFrom('refuse', 'ignore'),
});

/** The result of a function, or that it throws. */
function outcome<T>(run: () => T): T | 'throws' {
  try {
    return run();
  } catch {
    return 'throws';
  }
}

describe('the schemas of the contract give the same results with zod and with its subset in the client', () => {
  test.for(subjects)('$name', ({ find, essential }) => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: changed }, oddValue), options, (value, settings) => {
        const results = [withZod, withSubset].map((contract) => ({
          validation: outcome(() => contract.validate(find(contract), value, settings)),
          leniently: outcome(() => contract.readLeniently(find(contract), value, essential)),
        }));
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 300 },
    );
  });

  test('both were compared', () => {
    const [schema] = subjects.map(({ find }) => [find(withZod), find(withSubset)]);
    expect(Reflect.has(schema?.[0] ?? {}, '~standard')).toBe(true);
    expect(Reflect.has(schema?.[1] ?? {}, '~standard')).toBe(false);
  });
});
