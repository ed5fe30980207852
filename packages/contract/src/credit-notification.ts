import type { OpenEnum } from './primitives.ts';

/** The kinds of threshold. See NTF-2. */
export const THRESHOLD_TYPES = [
  'paid_negative_fixed_number',
  'paid_negative_percentage',
  'paid_fixed_number',
  'packaged_fixed_number',
  'packaged_percentage',
] as const;

/** Which value a threshold watches, and whether it is a count or a share. See NTF-2. */
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

/** The webhook of an account that fell below a threshold. See NTF-1. */
export interface CreditNotification {
  /** Triggered notification. */
  notification_uuid: string;
  /** Account the notification belongs to. */
  account_uuid: string;
  /** Which value fell. */
  threshold_type: OpenEnum<ThresholdType>;
  /** Configured threshold: credits for fixed numbers, 0 to 1 for percentages. */
  threshold_value: number;
  /** Paid credits when triggered. */
  paid_credit_balance: number;
  /** Packaged credits when triggered. */
  packaged_credit_balance: number;
}
