import { expect, test } from 'vitest';
import { describeRule, ruleOf } from '../../src/state/carrier-rule.ts';

test('a rule has the values of the form, and nothing for empty ones', () => {
  expect(ruleOf({ to: '4477 00*', outcome: 'hold', channel: '', code: '', after: '' })).toEqual({
    to: '447700*',
    outcome: 'hold',
  });
  expect(ruleOf({ to: '*', outcome: 'fail', channel: 'sms', code: '22', after: '1500' })).toEqual({
    to: '*',
    outcome: 'fail',
    channel: 'sms',
    code: '22',
    after: 1_500,
  });
});

test.each([
  [{ to: '*', outcome: 'deliver' }, 'delivered'],
  [{ to: '*', outcome: 'fail', code: '1', channel: 'rcs' }, 'fails with code 1, by rcs'],
  [{ to: '*', outcome: 'deliver', after: 90_000 }, 'delivered, after 1 min 30 s'],
] as const)('%o is "%s"', (rule, text) => {
  expect(describeRule(rule)).toBe(text);
});
