import { given } from '../values.ts';

/** The body of edit-account for the values of the form. An empty secret keeps the current one. */
export function editOf(values: Readonly<Record<string, string>>) {
  const { negative_limit = '', refill_amount = '0', schedule = '', mo_url = '', mo_secret } = values;
  return {
    paid_credits: {
      allow_negative: 'allow_negative' in values,
      negative_limit: negative_limit === '' ? null : Number(negative_limit),
      schedule_reset_to_zero: 'paid_reset' in values,
    },
    packaged_credits: { schedule_refill_amount: Number(refill_amount), schedule_refill: 'refill' in values },
    schedule: schedule.trim(),
    mo: { mo_webhook_url: mo_url, ...given({ mo_webhook_secret: mo_secret }) },
  };
}
