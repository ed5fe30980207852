import { serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editOf } from '../../src/accounts/account-edit.ts';
import type { AccountsResponse } from '../../src/api/types.ts';
import { forControls } from '../../src/forms/form-issues.ts';

/** The paths of the controls in the form. */
const CONTROLS = [
  'paid_credits.negative_limit',
  'packaged_credits.schedule_refill_amount',
  'schedule',
  'mo.mo_webhook_url',
  'mo.mo_webhook_secret',
];

/** The values of the form of a new account. */
const UNCHANGED = { negative_limit: '', refill_amount: '0', schedule: '', mo_url: '', mo_secret: '' };

/** A check box that is not ticked has no value. */
const tick = fc.constantFrom({}, { ticked: 'on' });
const values = fc
  .record({
    negative_limit: fc.oneof(fc.constant(''), fc.integer({ min: -9_999, max: 0 }).map(String)),
    refill_amount: fc.nat({ max: 9_999 }).map(String),
    schedule: fc.constantFrom('', '0 0 1 * *', ' */5 * * * * '),
    mo_url: fc.constantFrom('', 'https://receiver.test/inbound'),
    mo_secret: fc.constantFrom('', 'a secret'),
    ticks: fc.tuple(tick, tick, tick),
  })
  .map(({ ticks, ...others }) => {
    const [debt, reset, refill] = ticks.map((one) => 'ticked' in one);
    return {
      ...others,
      ...(debt ? { allow_negative: 'on' } : {}),
      ...(reset ? { paid_reset: 'on' } : {}),
      ...(refill ? { refill: 'on' } : {}),
    };
  });

describe('an edit of an account', () => {
  test('with any values that the form permits is accepted, and the account then has them', async () => {
    const { api, read, accountUuid } = await serve();
    const check = async (form: Record<string, string>) => {
      const edit = editOf(form);
      expect((await api(`PATCH /account/${accountUuid}`, edit)).status).toBe(200);
      const [account] = (await read<AccountsResponse>('/accounts')).accounts;
      expect(account).toMatchObject({
        paid_credits: edit.paid_credits,
        packaged_credits: edit.packaged_credits,
        mo: { mo_webhook_url: form.mo_url },
        schedule: form.schedule?.trim() === '' ? null : form.schedule?.trim(),
      });
    };
    await fc.assert(fc.asyncProperty(values, check), { numRuns: 30 });
  });

  test.each([
    ['schedule', { schedule: 'every monday' }],
    ['schedule', { schedule: '@hourly' }],
    ['mo.mo_webhook_url', { mo_url: 'ftp://receiver.test/' }],
    ['packaged_credits.schedule_refill_amount', { refill_amount: '1.5' }],
    ['packaged_credits.schedule_refill_amount', { refill_amount: '-1' }],
    ['paid_credits.negative_limit', { negative_limit: '2.5' }],
  ])('that is refused shows the reason at the control %s: %o', async (control, wrong) => {
    const { api, accountUuid } = await serve();
    const { status, body } = await api<{ error: { issues: { path: string; message: string }[] } }>(
      `PATCH /account/${accountUuid}`,
      editOf({ ...UNCHANGED, ...wrong }),
    );
    expect(status).toBe(400);
    expect(Object.keys(forControls(body.error.issues, CONTROLS))).toEqual([control]);
  });
});
