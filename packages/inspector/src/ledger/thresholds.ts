import type { AccountOverview, NotificationView, ThresholdType } from '../api/types.ts';
import { count } from '../format.ts';

/** Names of the threshold types, each with the bucket that it watches. */
export const THRESHOLDS: Readonly<Record<ThresholdType, string>> = {
  paid_fixed_number: 'Paid credits below a number',
  packaged_fixed_number: 'Packaged credits below a number',
  packaged_percentage: 'Packaged credits below a share of the refill',
  paid_negative_fixed_number: 'Credits left to the negative limit below a number',
  paid_negative_percentage: 'Credits left to the negative limit below a share of it',
};

/** The level of a bucket below which a notification fires; undefined if the credits cannot run out. */
export function levelOf(
  { thresholdType, thresholdValue: value }: NotificationView,
  { paid_credits: paid, packaged_credits: packaged }: AccountOverview,
): number | undefined {
  const limit =
    paid.allow_negative && paid.negative_limit !== null ? Math.abs(paid.negative_limit) : undefined;
  switch (thresholdType) {
    case 'paid_fixed_number':
    case 'packaged_fixed_number':
      return value;
    case 'packaged_percentage':
      return value * packaged.schedule_refill_amount;
    case 'paid_negative_fixed_number':
      return limit === undefined ? undefined : value - limit;
    case 'paid_negative_percentage':
      return limit === undefined ? undefined : value * limit - limit;
  }
}

/** The bucket a notification watches. */
export function bucketOf({ thresholdType }: NotificationView): 'paid' | 'packaged' {
  return thresholdType.startsWith('paid') ? 'paid' : 'packaged';
}

/** The value of a threshold in words. */
export function valueInWords({ thresholdType, thresholdValue }: NotificationView): string {
  return thresholdType.endsWith('_percentage')
    ? `${Math.round(thresholdValue * 1_000) / 10} %`
    : count(thresholdValue);
}
