import {
  accountTopUpRequestSchema,
  createAccountRequestSchema,
  editAccountRequestSchema,
  topUpRequestSchema,
} from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import { issuesOf, json, parsed, SENTENCES } from './issues-of.ts';

describe('create account takes a name (ACC-3)', () => {
  test.each(['Shop', 'Ζωή & søn 🎉', 'n'.repeat(200), '🎉'.repeat(200), 'a\nb'])('%s', (name) => {
    expect(parsed(createAccountRequestSchema, { name })).toEqual({ name });
  });

  const length = 'must be a name of 1 to 200 characters';
  test.each<[object, string]>([
    [{}, SENTENCES.required],
    [{ name: null }, 'must be a string, not null'],
    [{ name: '' }, length],
    [{ name: ' \t' }, length],
    [{ name: 'n'.repeat(201) }, length],
    [{ name: '🎉'.repeat(201) }, length],
    [{ name: '\udc00' }, 'must be well-formed Unicode'],
  ])('%j is refused', (input, sentence) => {
    expect(issuesOf(createAccountRequestSchema, input)).toEqual([{ path: 'name', message: sentence }]);
  });
});

describe('edit account takes any combination of members (ACC-4)', () => {
  test.each<[object]>([
    [{}],
    [{ paid_credits: {} }],
    [{ paid_credits: { allow_negative: true, negative_limit: 100, schedule_reset_to_zero: false } }],
    [{ paid_credits: { negative_limit: null } }],
    [{ packaged_credits: { schedule_refill_amount: 0, schedule_refill: true } }],
    [{ mo: { mo_webhook_url: 'https://example.com/inbound', mo_webhook_secret: 's3cret' } }],
    [{ mo: { mo_webhook_url: '', mo_webhook_secret: '' } }],
    [{ schedule: '0 0 1 * *' }],
    [{ schedule: '' }],
    [{ schedule: null }],
  ])('%j', (input) => {
    expect(parsed(editAccountRequestSchema, input)).toEqual(input);
  });

  test('the other name of schedule_refill is read (API-7)', () => {
    const edit = (packaged_credits: object) => parsed(editAccountRequestSchema, { packaged_credits });
    expect(edit({ schedule_reset_to_zero: true })).toEqual({ packaged_credits: { schedule_refill: true } });
    expect(edit({ schedule_refill: false, schedule_reset_to_zero: false })).toEqual({
      packaged_credits: { schedule_refill: false },
    });
  });

  const wholeNumber = 'must be a whole number';
  test.each<[object, string, string]>([
    [{ paid_credits: null }, 'paid_credits', 'must be an object, not null'],
    [{ paid_credits: { remaining: 5 } }, 'paid_credits.remaining', SENTENCES.unknown],
    [
      { paid_credits: { allow_negative: 'yes' } },
      'paid_credits.allow_negative',
      'must be a boolean, not a string',
    ],
    [
      { paid_credits: { allow_negative: 1 } },
      'paid_credits.allow_negative',
      'must be a boolean, not a number',
    ],
    [{ paid_credits: { negative_limit: 1.5 } }, 'paid_credits.negative_limit', wholeNumber],
    [
      { paid_credits: { negative_limit: '5' } },
      'paid_credits.negative_limit',
      'must be a number, not a string',
    ],
    [
      { packaged_credits: { schedule_refill_amount: -1 } },
      'packaged_credits.schedule_refill_amount',
      'must not be negative',
    ],
    [
      { packaged_credits: { schedule_refill_amount: 0.5 } },
      'packaged_credits.schedule_refill_amount',
      wholeNumber,
    ],
    [
      { packaged_credits: { schedule_refill: true, schedule_reset_to_zero: false } },
      'packaged_credits.schedule_reset_to_zero',
      'must equal schedule_refill: the two are spellings of one field',
    ],
    [
      { mo: { mo_webhook_url: 'inbound' } },
      'mo.mo_webhook_url',
      'must be an absolute http or https URL of at most 8,192 characters, such as https://example.com/inbound, or empty to unset it',
    ],
    [{ mo: { mo_webhook_secret: null } }, 'mo.mo_webhook_secret', 'must be a string, not null'],
    [{ schedule: 5 }, 'schedule', 'must be a string, not a number'],
    [{ schedule: '0 0 30 2 *' }, 'schedule', 'never runs: no month of the expression has a day 30'],
    [{ schedule: '0 25 * * *' }, 'schedule', 'hour 25 is out of range 0-23'],
    [{ name: 'New name' }, 'name', SENTENCES.unknown],
    [{ topup: 5 }, 'topup', SENTENCES.unknown],
  ])('%j is refused', (input, path, sentence) => {
    expect(issuesOf(editAccountRequestSchema, input)).toEqual([{ path, message: sentence }]);
  });
});

describe('top-up adds whole credits, on both paths (ACC-8, ACC-9, CRD-12)', () => {
  const accountUuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

  test.each([1, 400, Number.MAX_SAFE_INTEGER])('of %d', (topup) => {
    expect(parsed(topUpRequestSchema, { accountUuid, topup })).toEqual({ accountUuid, topup });
    expect(parsed(accountTopUpRequestSchema, { topup })).toEqual({ topup });
  });

  test.each([
    ['{}', SENTENCES.required],
    ['{"topup":null}', 'must be a number, not null'],
    ['{"topup":"400"}', 'must be a number, not a string'],
    ['{"topup":true}', 'must be a number, not a boolean'],
    ['{"topup":0}', 'must be at least 1 credit'],
    ['{"topup":-5}', 'must be at least 1 credit'],
    ['{"topup":1.5}', 'must be a whole number'],
    ['{"topup":9007199254740992}', 'must be a whole number from -(2^53 - 1) to 2^53 - 1'],
    ['{"topup":1e400}', 'must be a finite number'],
  ])('%s is refused', (body, sentence) => {
    const issues = [{ path: 'topup', message: sentence }];
    expect(issuesOf(accountTopUpRequestSchema, json(body))).toEqual(issues);
    const onTopUp = { accountUuid, ...(json(body) as object) };
    expect(issuesOf(topUpRequestSchema, onTopUp)).toEqual(issues);
  });

  test.each([undefined, '', 'shop', 7])('a wrong account UUID %j is named', (wrong) => {
    const [issue, ...others] = issuesOf(topUpRequestSchema, { accountUuid: wrong, topup: 1 });
    expect(issue?.path).toBe('accountUuid');
    expect(others).toEqual([]);
  });
});
