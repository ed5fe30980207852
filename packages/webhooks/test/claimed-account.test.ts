import { expect, test } from 'vitest';
import { claimedAccount } from '../src/verify/claimed-account.ts';

/** The account that the resolver of secrets gets for a body. */
const accountIn = (body: string) => claimedAccount({}, Buffer.from(body)).hint.account_uuid;

test.each([
  ['{"account_uuid":"a-1"}', 'a-1'],
  ['{"account_uuid" : "a-1"}', 'a-1'],
  ['{\n  "account_uuid"\n:\n  "a-1"\n}', 'a-1'],
  ['{"a":{"account_uuid":"a-1"}}', 'a-1'],
  ['{"account_uuid":""}', ''],
])('the account is found in %j', (body, account) => {
  expect(accountIn(body)).toBe(account);
});

test.each([
  '{}',
  '{"account_uuid":7}',
  '{"account_uuid":null,"x":"a-1"}',
  '{"account_uuid":"a\\u002d1"}',
  '{"account_uuid" x: "a-1"}',
])('no account is found in %j', (body) => {
  expect(accountIn(body)).toBeUndefined();
});

test('the account is read once, when the resolver reads it', () => {
  const raw = Buffer.from('{"account_uuid":"a-1"}');
  const { hint } = claimedAccount({}, raw);
  expect(hint.account_uuid).toBe('a-1');
  raw.write('a-2', raw.indexOf('a-1'));
  expect(hint.account_uuid).toBe('a-1');
});
