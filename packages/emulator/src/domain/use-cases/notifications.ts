import type { ThresholdType } from '@messaging-service/contract';
import { generateUnused } from '../rules/identifiers.ts';
import { isBelow } from '../rules/thresholds.ts';
import type { Account } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/**
 * A credit notification. See NTF-2 and NTF-6.
 *
 * @example
 * ```ts
 * const uuid = emulator.createNotification(emulator.account.identifier, {
 *   url: 'https://example.com/credits',
 *   threshold_type: 'paid_fixed_number',
 *   threshold_value: 50,
 * });
 * console.log(uuid.length); // 36
 * ```
 */
export interface NotificationOptions {
  /** The URL that it is sent to. */
  url: string;
  /** Which value it watches. */
  threshold_type: ThresholdType;
  /** Credits for fixed numbers, 0 to 1 for percentages. */
  threshold_value: number;
}

/**
 * Creates a notification. If the value is already below the threshold, it fires only after the value has risen to the threshold or
 * above. See NTF-5 and NTF-6.
 */
export function createNotification(tx: Transaction, account: Account, request: NotificationOptions): string {
  const notificationUuid = generateUnused(tx.ids, tx.state.notifications);
  const { url, threshold_type: thresholdType, threshold_value: thresholdValue } = request;
  const armed = !isBelow(account, thresholdType, thresholdValue);
  const accountUuid = account.uuid;
  tx.record({
    type: 'notification-created',
    notificationUuid,
    accountUuid,
    url,
    thresholdType,
    thresholdValue,
    armed,
  });
  return notificationUuid;
}
