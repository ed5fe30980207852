/** The body of edit-account for the values of the form. An empty secret keeps the current one. */
export function editOf(values: Readonly<Record<string, string>>) {
  const {
    'paid_credits.negative_limit': negativeLimit = '',
    'packaged_credits.schedule_refill_amount': refillAmount = '0',
    'mo.mo_webhook_url': url = '',
    'mo.mo_webhook_secret': secret = '',
    schedule = '',
  } = values;
  return {
    paid_credits: {
      allow_negative: 'paid_credits.allow_negative' in values,
      negative_limit: negativeLimit === '' ? null : Number(negativeLimit),
      schedule_reset_to_zero: 'paid_credits.schedule_reset_to_zero' in values,
    },
    packaged_credits: {
      schedule_refill_amount: Number(refillAmount),
      schedule_refill: 'packaged_credits.schedule_refill' in values,
    },
    schedule: schedule.trim(),
    mo: { mo_webhook_url: url, ...(secret === '' ? {} : { mo_webhook_secret: secret }) },
  };
}
