import {
  accountsResponseSchema,
  addMessageResponseSchema,
  batchResponseSchema,
  createAccountResponseSchema,
  editAccountResponseSchema,
  endpoints,
  errorBodySchema,
  pendingBatchesResponseSchema,
  receiptCodesSchema,
  receiptSummarySchema,
  statusResponseSchema,
} from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { issuesOf, parsed, SENTENCES } from './issues-of.ts';
import { account, detail, info, pending, queued } from './samples.ts';

const answers: readonly [string, z.ZodMiniType, object][] = [
  ['add message', addMessageResponseSchema, { messages: [queued] }],
  ['add batch', batchResponseSchema, { identifier: 'b' }],
  ['cancel, with nothing in it', endpoints.batches.cancel.response, {}],
  ['cancel, naming the batch', endpoints.batches.cancel.response, { identifier: 'b' }],
  ['pending batches', pendingBatchesResponseSchema, { batches: [{ ...pending, unitcount: 3 }] }],
  ['pending batches without unitcount', pendingBatchesResponseSchema, { batches: [pending] }],
  ['receipts', receiptSummarySchema, { counts: { total: 2, delivered: 1, failed: 0 } }],
  [
    'receipts with details',
    receiptSummarySchema,
    {
      counts: { total: 2, delivered: 1, failed: 0 },
      details: [
        { ...detail, info: null },
        { ...detail, info },
      ],
    },
  ],
  ['accounts', accountsResponseSchema, { accounts: [account] }],
  ['a created account', createAccountResponseSchema, { identifier: 'a', apiKey: '0'.repeat(32) }],
  ['an edited account', editAccountResponseSchema, { status: 'success' }],
  ['a top-up', statusResponseSchema, {}],
  ['a top-up with a status', statusResponseSchema, { status: 'success' }],
  ['receipt codes', receiptCodesSchema, [{ code: '22', description: 'No response from the SME' }]],
  ['an error', errorBodySchema, { error: { code: 'invalid_key', message: 'The key is not known.' } }],
  [
    'an error with issues',
    errorBodySchema,
    { error: { code: 'invalid_request', message: 'x', issues: [{ path: 'name', message: 'is required' }] } },
  ],
];

test.each(answers)(
  'responses are read as the service documents them: %s (API-6)',
  (_what, schema, answer) => {
    expect(parsed(schema, answer)).toEqual(answer);
  },
);

/** Copies of a value in each of which one member, at any depth, has a wrong type. */
function* withWrongMembers(value: unknown): Generator<readonly [path: string, copy: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const isObject = typeof member === 'object' && member !== null;
    const replace = (other: unknown) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = other;
      return copy;
    };
    yield [name, replace(isObject ? 'text' : { wrong: true })];
    for (const [path, copy] of withWrongMembers(member)) yield [`${name}.${path}`, replace(copy)];
  }
}

describe('a member of a wrong type is an issue (API-6)', () => {
  const wrong = answers.flatMap(([what, schema, answer]) =>
    [...withWrongMembers(answer)].map(([path, copy]) => [what, path, schema, copy] as const),
  );

  test.each(wrong)('%s: %s', (_what, path, schema, copy) => {
    const issues = issuesOf(schema, copy);
    expect(issues.length).toBeGreaterThan(0);
    for (const issue of issues) expect(issue.path.startsWith(path)).toBe(true);
  });
});

describe('a newer service breaks no older client (API-6)', () => {
  test.each(answers)('unknown fields survive at every depth: %s', (_what, schema, answer) => {
    const newer = withExtras(answer);
    expect(parsed(schema, newer)).toEqual(newer);
  });

  test('unknown channels, sender kinds and error codes survive', () => {
    const newer = {
      messages: [{ ...queued, from: { type: 'branded', value: 'x' }, channels: ['whatsapp'] }],
    };
    expect(parsed(addMessageResponseSchema, newer)).toEqual(newer);
    const error = { error: { code: 'quota_exceeded', message: 'x', issues: [{ path: 'a', message: 'b' }] } };
    expect(parsed(errorBodySchema, error)).toEqual(error);
  });

  test('a new receipt code survives', () => {
    const code = [{ code: 'ff', description: 'New' }];
    expect(parsed(receiptCodesSchema, code)).toEqual(code);
  });
});

describe('unitcount is an integer or a string (BAT-8)', () => {
  const read = (unitcount: unknown) =>
    issuesOf(pendingBatchesResponseSchema, { batches: [{ ...pending, unitcount }] });

  test.each([3, '3', '03'])('%j is read as the integer 3', (unitcount) => {
    const { batches } = parsed(pendingBatchesResponseSchema, { batches: [{ ...pending, unitcount }] });
    expect(batches[0]?.unitcount).toBe(3);
  });

  test.each(['', 'three', '-3', '1.5', '1e3', ' 3', 1.5, null, true, '9'.repeat(16)])(
    '%j is refused',
    (unitcount) => {
      expect(read(unitcount)).toEqual([{ path: 'batches.0.unitcount', message: 'is not valid' }]);
    },
  );
});

describe('the refill flag has two names (CRD-11, API-7)', () => {
  const base = { remaining: 1, schedule_refill_amount: 2 };
  const read = (flags: object) => {
    const packaged_credits = { ...base, ...flags, extra: 1 };
    return parsed(accountsResponseSchema, { accounts: [{ ...account, packaged_credits }] }).accounts[0]
      ?.packaged_credits;
  };

  test.each([
    ['the samples', { schedule_refill: true }, true],
    ['the field table', { schedule_reset_to_zero: true }, true],
    ['both, the samples winning', { schedule_refill: false, schedule_reset_to_zero: true }, false],
    ['neither', {}, false],
  ])('named as in %s', (_whose, flags, schedule_refill) => {
    expect(read(flags)).toEqual({ ...base, extra: 1, schedule_refill });
  });
});

test.each<[string, z.ZodMiniType, unknown, string, string]>([
  ['a page of HTML', batchResponseSchema, '<html>', '', 'must be an object, not a string'],
  [
    'no info at all',
    receiptSummarySchema,
    { counts: { total: 1, delivered: 1, failed: 0 }, details: [detail] },
    'details.0.info',
    SENTENCES.required,
  ],
  [
    'half a credit',
    accountsResponseSchema,
    { accounts: [{ ...account, credits: 0.5 }] },
    'accounts.0.credits',
    'must be a whole number',
  ],
  ['an empty identifier', batchResponseSchema, { identifier: '' }, 'identifier', 'must not be empty'],
  ['codes in an object', receiptCodesSchema, { codes: [] }, '', 'must be an array, not an object'],
])(
  'an invalid response is refused with the field and the reason: %s',
  (_what, schema, answer, path, message) => {
    expect(issuesOf(schema, answer)).toEqual([{ path, message }]);
  },
);

/** The same response with one more field in each of its objects. */
function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withExtras(member)]);
  return { ...Object.fromEntries(members), introduced_later: { a: [1] } };
}
