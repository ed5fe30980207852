import { sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type { CarrierResponse } from '../../src/api/types.ts';
import { describeRule, ruleOf } from '../../src/state/carrier-rule.ts';

/** The values of the form, and the rule in words. */
const RULES = [
  [{ outcome: 'deliver' }, 'delivered'],
  [{ outcome: 'deliver', after: '3s' }, 'delivered, after 3 s'],
  [{ outcome: 'deliver', after: '1500' }, 'delivered, after 1 s'],
  [{ outcome: 'fail', code: '30' }, 'fails with code 30'],
  [{ outcome: 'fail', code: '30', after: '2m', channel: 'sms' }, 'fails with code 30, by sms, after 2 min'],
  [{ outcome: 'hold' }, 'held without a receipt'],
  [{ outcome: 'unsupported', channel: 'rcs' }, 'channel unsupported, by rcs'],
  [{ outcome: 'refuse' }, 'refused'],
] as const;

const EMPTY = { to: '447700900123', channel: '', code: '', after: '' };

describe('a rule of the form', () => {
  test.each(RULES)('with %o is accepted by the control API, and is listed as "%s"', async (values, words) => {
    const { control } = await serve();
    const rules = [ruleOf({ ...EMPTY, ...values })];
    expect((await control('PUT /carrier', { outcome: 'deliver', rules })).status).toBe(200);
    const { body } = await control<CarrierResponse>('GET /carrier');
    expect(body.rules.map(describeRule)).toEqual([words]);
  });

  test('that is listed is accepted again, so that adding another rule keeps it', async () => {
    const { control } = await serve();
    await control('PUT /carrier', {
      outcome: 'fail',
      code: '22',
      after: 500,
      rules: RULES.map(([values]) => ruleOf({ ...EMPTY, ...values })),
    });
    const { body: before } = await control<CarrierResponse>('GET /carrier');
    expect((await control('PUT /carrier', before)).status).toBe(200);
    expect((await control<CarrierResponse>('GET /carrier')).body).toEqual(before);
  });

  test.each(['+447700900123', '+44 7700 900123', '447700900123', '4477009001*', '*'])(
    'for the number %s applies to 447700900123',
    async (to) => {
      const served = await serve();
      const rule = ruleOf({ ...EMPTY, to, outcome: 'fail', code: '30' });
      await served.control('PUT /carrier', { outcome: 'deliver', rules: [rule] });
      await sendServed(served, { to: '447700900123' });
      expect(served.emulator.messages()).toMatchObject([{ state: 'failed', receipt: { code: '30' } }]);
    },
  );

  test.each([
    ['a code that is not hexadecimal', { outcome: 'fail', code: 'XY' }],
    ['an outcome that does not exist', { outcome: 'explode' }],
    ['a delay without a unit that exists', { outcome: 'deliver', after: '3 weeks' }],
  ])('with %s is refused, and nothing changes', async (_, values) => {
    const { control } = await serve();
    const { status } = await control('PUT /carrier', {
      outcome: 'deliver',
      rules: [ruleOf({ ...EMPTY, ...values })],
    });
    expect(status).toBe(400);
    expect((await control<CarrierResponse>('GET /carrier')).body.rules).toEqual([]);
  });
});
