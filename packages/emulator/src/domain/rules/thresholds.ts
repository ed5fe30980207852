import type { CreditNotification, ThresholdType } from '@messaging-service/contract';
import type { Fact } from '../state/facts.ts';
import { type Account, mustGet, type Notification } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { queueWebhook } from './webhook-deliveries.ts';

/** The facts after which thresholds are checked. Holding credits changes neither bucket, so it is not among them. */
const MOVES_CREDITS: ReadonlySet<Fact['type']> = new Set([
  'credits-granted',
  'credits-charged',
  'credits-topped-up',
  'paid-credits-reset',
  'packaged-credits-refilled',
  'account-edited',
] as const);

/** The account whose thresholds a fact may have crossed. */
export function accountTouchedBy(fact: Fact): string | undefined {
  return MOVES_CREDITS.has(fact.type) ? (fact as { accountUuid: string }).accountUuid : undefined;
}

/** Fires the notifications of an account whose value has fallen below, once for each crossing. See NTF-5. */
export function checkThresholds(tx: Transaction, accountUuid: string): void {
  const account = mustGet(tx.state.accounts, accountUuid);
  for (const notification of tx.state.index.notificationsOf.get(accountUuid) ?? []) {
    const below = isBelow(account, notification.thresholdType, notification.thresholdValue);
    if (below && notification.armed) fire(tx, account, notification);
    if (!below && !notification.armed)
      tx.record({ type: 'threshold-rearmed', notificationUuid: notification.uuid });
  }
}

/** Warns the receiver of the notification, once until the credits are above the threshold again. See NTF-1. */
function fire(tx: Transaction, account: Account, notification: Notification): void {
  const payload: CreditNotification = {
    notification_uuid: notification.uuid,
    account_uuid: account.uuid,
    threshold_type: notification.thresholdType,
    threshold_value: notification.thresholdValue,
    paid_credit_balance: account.paid.remaining,
    packaged_credit_balance: account.packaged.remaining,
  };
  tx.record({ type: 'threshold-crossed', notificationUuid: notification.uuid });
  queueWebhook(tx, 'credit-notification', { accountUuid: account.uuid, url: notification.url, payload });
}

/** Whether a threshold can have a value: a share is from 0 to 1. See NTF-3. */
export function isThresholdValue(type: ThresholdType, value: number): boolean {
  return !type.endsWith('_percentage') || (value >= 0 && value <= 1);
}

/** Whether the watched value of an account is below a threshold. See NTF-2. */
export function isBelow(account: Account, type: ThresholdType, value: number): boolean {
  const { paid, packaged } = account;
  switch (type) {
    case 'paid_fixed_number':
      return paid.remaining < value;
    case 'packaged_fixed_number':
      return packaged.remaining < value;
    case 'packaged_percentage':
      return isBelowShare(packaged.remaining, value, packaged.refillAmount);
    case 'paid_negative_fixed_number':
    case 'paid_negative_percentage':
      return isRoomBelow(paid, type, value);
  }
}

/**
 * Watches how many credits are left until the negative limit. Without debt, or without a limit, they cannot run out.
 * See NTF-7.
 */
function isRoomBelow(
  { remaining, allowNegative, negativeLimit }: Account['paid'],
  type: 'paid_negative_fixed_number' | 'paid_negative_percentage',
  value: number,
): boolean {
  if (!allowNegative || negativeLimit === null) return false;
  const limit = Math.abs(negativeLimit);
  const left = limit + Math.min(0, remaining);
  return type === 'paid_negative_fixed_number' ? left < value : isBelowShare(left, value, limit);
}

/**
 * Whether credits are below a share of an amount, such as 0.55 of 100.
 *
 * The share is the decimal number that its shortest text shows, because that is the number that was configured. A
 * product of floating-point numbers would differ from it: `0.55 * 100` is above 55.
 *
 * @param credits - A whole number.
 * @param share - A number from 0 to 1.
 * @param amount - A whole number.
 */
export function isBelowShare(credits: number, share: number, amount: number): boolean {
  const [mantissa = '', exponent = '0'] = String(share).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const decimals = fraction.length - Number(exponent);
  return BigInt(credits) * 10n ** BigInt(decimals) < BigInt(whole + fraction) * BigInt(amount);
}
