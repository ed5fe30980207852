import fc from 'fast-check';

/** A JSON Schema that is an object, as far as requests are generated from it. */
interface SchemaObject {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** A JSON Schema. */
export type Schema = SchemaObject | boolean;

type Json = fc.Arbitrary<unknown>;

/** The default account of every emulator: what refers to it is often right. */
const ACCOUNT = '00000000-0000-4000-8000-000000000001';

const numbers = fc.constantFrom(
  '447700900001',
  '+447700900002',
  '447700900701',
  '447700900801',
  '447911123456',
);
const url = fc.constantFrom('http://127.0.0.1:9/hook', 'https://example.invalid/hook');
const time = fc.constantFrom('2026-01-01T09:00Z', '2026-01-01T12:00:00Z', '2026-02-28T23:59+01:00');
const duration = fc.constantFrom<unknown>(0, 5, '250ms', '30s', '10m', '1h');

const from = fc.constantFrom<unknown>(
  'DEMO',
  { type: 'custom', value: 'DEMO' },
  { type: 'shared' },
  '447700900001',
);
const text = fc.constantFrom('Hello', 'Ünïcode 🙂', 'x'.repeat(200));

/** A message, whose schema is only known after it is merged with the defaults. */
const message = fc.record(
  {
    to: numbers,
    from,
    body: text,
    callback: url,
    send_at: time,
    id: fc.uuid(),
    channels: fc.subarray(['rcs', 'sms'], { minLength: 1 }),
  },
  { requiredKeys: ['to', 'from', 'body'] },
);

/** Values that a member with this name takes: a value of its type alone would hardly ever be valid. */
const KNOWN: Readonly<Record<string, Json>> = {
  to: numbers,
  destinations: fc.array(numbers, { minLength: 1, maxLength: 5 }),
  from,
  value: fc.constantFrom('DEMO', '447700900990'),
  sender: fc.constantFrom('DEMO', 'SHOP'),
  senders: fc.constant(['447700900980', '447700900981']),
  body: text,
  callback: url,
  url,
  mo_webhook_url: url,
  send_at: time,
  at: time,
  now: time,
  by: duration,
  delay: fc.constantFrom<unknown>(0, '5ms'),
  timeout: fc.constant('20'),
  uuid: fc.uuid(),
  id: fc.uuid(),
  accountUuid: fc.constant(ACCOUNT),
  account: fc.constant(ACCOUNT),
  topup: fc.integer({ min: 1, max: 1_000 }),
  schedule: fc.constantFrom('0 0 1 * *', '*/5 * * * *'),
  path: fc.constantFrom('/message', '/batch*', '*'),
  method: fc.constantFrom('GET', 'POST'),
  times: fc.integer({ min: 1, max: 3 }),
  pattern: fc.constantFrom('(\\d{6})', '^Hello$', '(?<code>\\d+)'),
  limit: fc.integer({ min: 1, max: 50 }).map(String),
  offset: fc.constant('0'),
  after: fc.constantFrom<unknown>('1s', 0),
  code: fc.constantFrom('1', '22', '00'),
  number: numbers,
  messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  defaults: message,
};

const anyText = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }));
const integer = fc.integer({ min: 0, max: 2_000 });

/** Values that a schema describes, or nearly. */
export function valuesOf(schema: Schema, name = ''): Json {
  // `true` takes anything, `false` nothing.
  if (typeof schema === 'boolean') return fc.jsonValue({ maxDepth: 2 });
  const known = KNOWN[name];
  if (known !== undefined && !hasConstants(schema)) return known;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, name)));
  if (schema.allOf !== undefined)
    return fc
      .tuple(...schema.allOf.map((part) => valuesOf(part, name)))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  return ofType(schema, name);
}

function ofType(schema: SchemaObject, name: string): Json {
  const [type] = [schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat();
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name), { minLength: 1, maxLength: 3 });
    case 'integer':
      return integer;
    case 'number':
      return fc.oneof(integer, fc.double({ min: 0, max: 1, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return anyText;
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [] }: SchemaObject): Json {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valuesOf(member, name)]),
  );
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) });
}

function hasConstants(schema: SchemaObject): boolean {
  return 'const' in schema || schema.enum !== undefined;
}

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Values that are rarely valid, and that careless code fails on. */
export const hostileValue: Json = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    -0,
    1.5,
    2 ** 31,
    2 ** 53,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    '',
    ' ',
    '0',
    'null',
    '\u0000',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\u202e',
    'e\u0301'.repeat(50),
    '👩‍👩‍👧‍👦'.repeat(20),
    '\u2028',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%{7*7}',
    'http://[::1',
    'javascript:alert(1)',
    '9999-12-31T23:59Z',
    '-000001-01-01T00:00Z',
    '2026-02-30T00:00Z',
    '1e999s',
    '-5m',
    '\u0664\u0665',
    'x'.repeat(100_000),
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    { toJSON: null },
    deep(200),
    Array.from({ length: 2_000 }, () => 0),
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.double(),
);
