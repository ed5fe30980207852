import {
  type Endpoint,
  endpoints,
  outboundMessageSchema,
  readLeniently,
  validate,
} from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, detail, info, pending, queued } from './samples.ts';

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const receipt = { ...detail, info };
const batch = { ...pending, unitcount: '3' };

/** A whole response of each operation. */
const samples: readonly [name: string, row: Endpoint, response: unknown][] = [
  ['messages.send', endpoints.messages.send, { messages: [queued, queued] }],
  ['batches.send', endpoints.batches.send, { identifier: UUID }],
  ['batches.cancel', endpoints.batches.cancel, { identifier: UUID }],
  [
    'batches.receipts',
    endpoints.batches.receipts,
    { counts: { total: 2, delivered: 1, failed: 0 }, details: [receipt, receipt] },
  ],
  ['batches.listPending', endpoints.batches.listPending, { batches: [batch, batch] }],
  ['accounts.list', endpoints.accounts.list, { accounts: [account, account] }],
  ['accounts.create', endpoints.accounts.create, { identifier: UUID, apiKey: 'a'.repeat(32) }],
  ['accounts.update', endpoints.accounts.update, { status: 'success' }],
  ['accounts.topUp', endpoints.accounts.topUp, { status: 'success' }],
  ['accounts.deactivate', endpoints.accounts.deactivate, { status: 'success' }],
  ['receiptCodes.list', endpoints.receiptCodes.list, [info]],
];

type Path = readonly (string | number)[];

/** Every place in a value: members, list positions and what is inside. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    return [here, ...places(inner, here)];
  });
}

/** A copy in which one place has another value, or none. */
function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length === 0 && by === undefined) delete copy[step];
  else copy[step] = replaced(copy[step], rest, by);
  return copy;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (one, step) => (one as Record<string | number, unknown> | undefined)?.[step],
    value,
  );
}

const pattern = (path: Path) => path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');

/** Whether an essential value is at this place, or inside it. */
const holdsEssential = (row: Endpoint, path: Path) =>
  row.essential?.some((one) => one === pattern(path) || one.startsWith(`${pattern(path)}.`));

const read = (row: Endpoint, value: unknown) => readLeniently(row.response, value, row.essential);

for (const [name, row, response] of samples) {
  const whole = validate(row.response, response);
  const known = whole.ok ? whole.value : undefined;
  const all = places(response);
  const essential = all.filter((path) => holdsEssential(row, path));
  const others = all.filter((path) => !holdsEssential(row, path) && typeof path.at(-1) === 'string');

  describe.skipIf(others.length === 0)(`${name}: members that are not essential`, () => {
    test.each(others.map((path) => [path.join('.'), path] as const))('%s', (_name, path) => {
      // Null means that there is nothing, or what the contract says that it means.
      const withNull = read(row, replaced(response, path, null));
      expect(withNull.missing).toEqual([]);
      const allowed = validate(row.response, replaced(response, path, null)).ok;
      if (pattern(path).endsWith('schedule_refill')) expect(at(withNull.value, path)).toBe(false);
      else expect(at(withNull.value, path)).toBe(allowed ? null : undefined);

      expect(read(row, replaced(response, path, undefined)).missing).toEqual([]);

      // All other values are kept unchanged.
      for (const odd of [{ odd: true }, 'new_in_2031', -1.5, [7], true]) {
        const other = read(row, replaced(response, path, odd));
        expect(other.missing).toEqual([]);
        if (pattern(path).endsWith('packaged_credits')) continue;
        expect(at(other.value, path)).toMatchObject(Object(odd) === odd ? (odd as object) : (odd as never));
      }
    });
  });

  describe.skipIf(essential.length === 0)(`${name}: what is essential`, () => {
    test.each(essential.map((path) => [path.join('.'), path] as const))('%s', (_name, path) => {
      for (const none of [null, undefined, '', {}, true]) {
        const changed = replaced(response, path, none);
        // Without an item, a list is shorter, but nothing in it is missing.
        if (none === undefined && typeof path.at(-1) === 'number') continue;
        const { missing } = validate(row.response, changed).ok ? { missing: [] } : read(row, changed);
        expect(missing.length).toBeGreaterThan(0);
        for (const issue of missing) expect(issue.path.startsWith(path.join('.'))).toBe(true);
      }
    });
  });

  test(`${name}: whatever happens to it, nothing is thrown and no identifier is lost`, () => {
    const change = fc.record({ path: fc.constantFrom(...all), by: fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const damaged = changes.reduce<unknown>((value, { path, by }) => {
          const holder = at(value, path.slice(0, -1));
          return typeof holder === 'object' && holder !== null ? replaced(value, path, by) : value;
        }, response);
        const before = JSON.stringify(damaged);
        const { value, missing } = read(row, damaged);
        expect(JSON.stringify(damaged)).toBe(before);
        if (missing.length > 0) return;
        for (const path of places(damaged).filter((one) => row.essential?.includes(pattern(one))))
          expect(String(at(value, path))).toBe(String(at(damaged, path)));
      }),
      { numRuns: 300 },
    );
  });

  test(`${name}: a whole response is read as it would be without leniency`, () => {
    expect(known).toBeDefined();
    expect(read(row, response)).toEqual({ value: known, missing: [] });
  });
}

describe('identifiers and counts of another type', () => {
  test('an identifier that is a number becomes a text', () => {
    const { value, missing } = read(endpoints.batches.send, { identifier: 42 });
    expect({ value, missing }).toEqual({ value: { identifier: '42' }, missing: [] });
  });

  test('counts that are texts become numbers, so that they can be added', () => {
    const { value } = read(endpoints.batches.receipts, {
      counts: { total: '12', delivered: 1, failed: '1' },
    });
    expect(value).toEqual({ counts: { total: 12, delivered: 1, failed: 1 } });
  });

  test.each([
    [[1], 'must be a string'],
    [false, 'must be a string'],
    [null, 'is required'],
    [undefined, 'is required'],
  ])('an identifier that is %j cannot be used', (identifier, message) => {
    expect(read(endpoints.batches.send, { identifier }).missing).toEqual([{ path: 'identifier', message }]);
  });

  test.each(['2 of 3', 'two', '-2', '1e3', '1234567890123456'])(
    'a count that is the text %j cannot be used',
    (total) => {
      const { missing } = read(endpoints.batches.receipts, { counts: { total, delivered: 1, failed: 1 } });
      expect(missing).toEqual([{ path: 'counts.total', message: 'must be a number' }]);
    },
  );

  test('a schema that depends on options is read as its objects and texts', () => {
    const message = { to: 447700900123, from: { type: 'shared' }, body: 'Hello', id: null };
    const { id, ...others } = message;
    expect(readLeniently(outboundMessageSchema, message, ['to'])).toEqual({
      value: { ...others, to: '447700900123' },
      missing: [],
    });
  });

  test('an empty identifier counts as missing', () => {
    expect(validate(endpoints.batches.send.response, { identifier: '' }).ok).toBe(false);
    expect(read(endpoints.batches.send, { identifier: '' }).missing).toEqual([
      { path: 'identifier', message: 'is required' },
    ]);
  });

  test('empty places in a list are left out, unless an identifier belongs there', () => {
    const counts = { total: 1, delivered: 1, failed: 0 };
    expect(read(endpoints.batches.receipts, { counts, details: [null, receipt] }).value).toEqual({
      counts,
      details: [receipt],
    });
    expect(read(endpoints.accounts.list, { accounts: [account, null] }).missing).toEqual([
      { path: 'accounts.1', message: 'is required' },
    ]);
  });

  test.each([
    [endpoints.batches.cancel, null, []],
    [endpoints.batches.cancel, 'ok', [{ path: '', message: 'must be an object' }]],
    [endpoints.batches.cancel, [], [{ path: '', message: 'must be an object' }]],
  ] as const)(
    'a response without essential values that is not an object is read as an empty one: %#',
    (row, body, missing) => {
      expect(read(row, body)).toEqual({ value: {}, missing });
    },
  );

  test('a response in a form without the identifiers is not usable', () => {
    expect(read(endpoints.batches.send, ['x']).missing).toEqual([{ path: '', message: 'must be an object' }]);
    expect(read(endpoints.accounts.list, { accounts: 'none' }).missing).toEqual([
      { path: 'accounts', message: 'must be an array' },
    ]);
  });

  test('a hundred missing identifiers are reported, not a million', () => {
    const accounts = Array.from({ length: 20_000 }, () => ({}));
    expect(read(endpoints.accounts.list, { accounts }).missing).toHaveLength(100);
  });
});
