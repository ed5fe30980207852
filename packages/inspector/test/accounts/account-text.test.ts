import { expect, test } from 'vitest';
import { editOf } from '../../src/accounts/account-edit.ts';
import { isOutOfCredits, negativeLimitText, organizationText } from '../../src/accounts/account-text.ts';
import { accountOverview } from '../sample-data.ts';

const { paid_credits } = accountOverview();

test.each([
  [{ allow_negative: false, negative_limit: -500 }, 'not below zero'],
  [{ allow_negative: true, negative_limit: null }, 'may be negative'],
  [{ allow_negative: true, negative_limit: 1_500 }, 'down to -1,500'],
  [{ allow_negative: true, negative_limit: -1_500 }, 'down to -1,500'],
])('paid credits with %o are described as "%s" (CRD-8)', (limit, text) => {
  expect(negativeLimitText({ ...paid_credits, ...limit })).toBe(text);
});

test.each([
  [{ creditSystem: false, credits: 10 }, 'Acme: sends without credits'],
  [{ creditSystem: true, credits: null }, 'Acme'],
  [{ creditSystem: true, credits: 12_000 }, 'Acme: 12,000 credits for top-ups'],
])('an organization with %o is described as "%s"', (credits, text) => {
  expect(organizationText({ identifier: 'o', name: 'Acme', apiKey: 'k', ...credits })).toBe(text);
});

test.each([
  [{ credits: 1 }, {}, true, false],
  [{ credits: 0 }, {}, true, true],
  [{ credits: 0, deleted: true }, {}, true, false],
  [{ credits: 0 }, {}, false, false],
  [{ credits: -9 }, { allow_negative: true, negative_limit: 10 }, true, false],
  [{ credits: -10 }, { allow_negative: true, negative_limit: -10 }, true, true],
  [{ credits: -1_000 }, { allow_negative: true, negative_limit: null }, true, false],
])(
  'an account with %o and paid credits with %o, credit system %s: out of credits is %s (CRD-2, CRD-8)',
  (members, limit, creditSystem, isOut) => {
    const account = accountOverview({ ...members, paid_credits: { ...paid_credits, ...limit } });
    const organization = { identifier: 'o', name: 'Acme', apiKey: 'k', credits: null, creditSystem };
    expect(isOutOfCredits(account, organization)).toBe(isOut);
  },
);

test('an edit without a secret does not change the secret', () => {
  expect(editOf({ mo_url: 'https://receiver.test/', mo_secret: '' }).mo).toEqual({
    mo_webhook_url: 'https://receiver.test/',
  });
  expect(editOf({ mo_url: '', mo_secret: 'secret' }).mo).toEqual({
    mo_webhook_url: '',
    mo_webhook_secret: 'secret',
  });
});

test('a checkbox counts when it is among the values, and an empty limit means none', () => {
  expect(
    editOf({ allow_negative: 'on', negative_limit: '', refill_amount: '20', schedule: ' 0 0 1 * * ' }),
  ).toEqual({
    paid_credits: { allow_negative: true, negative_limit: null, schedule_reset_to_zero: false },
    packaged_credits: { schedule_refill_amount: 20, schedule_refill: false },
    schedule: '0 0 1 * *',
    mo: { mo_webhook_url: '' },
  });
  expect(editOf({ negative_limit: '-5', paid_reset: 'on', refill: 'on' })).toMatchObject({
    paid_credits: { allow_negative: false, negative_limit: -5, schedule_reset_to_zero: true },
    packaged_credits: { schedule_refill: true },
  });
});
