import type { Account, Batch, State } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The balance: paid plus packaged minus held credits. See CRD-1. */
export function balance(account: Account): number {
  return account.paid.remaining + account.packaged.remaining - account.held;
}

/**
 * Whether a balance of these credits stays a whole number that JSON and JavaScript represent exactly, now and after
 * each reset and refill: paid credits may rise to zero, packaged credits to the refill amount. See CRD-12.
 *
 * @param paid - Paid credits.
 * @param packaged - Packaged credits.
 * @param refillAmount - The number of packaged credits after a refill.
 */
export function isExactBalance(paid: number, packaged: number, refillAmount: number): boolean {
  return Number.isSafeInteger(Math.max(0, paid) + Math.max(packaged, refillAmount));
}

/** The lowest value of paid credits: zero, or the negative limit if the account may go into debt. See CRD-8. */
function paidFloor({ paid }: Account): number {
  if (!paid.allowNegative) return 0;
  return paid.negativeLimit === null ? Number.NEGATIVE_INFINITY : -Math.abs(paid.negativeLimit);
}

/** Credits available to new messages: the credits down to the floor, minus those held for other messages. */
export function spendable(account: Account): number {
  return balance(account) - paidFloor(account);
}

/** Whether the account's organization uses the credit system at all. See CRD-2. */
export function paysCredits(state: State, account: Account): boolean {
  return state.organizations.get(account.organizationUuid)?.creditSystem === true;
}

/** What messages of these units cost: one credit for each unit of each message. See CRD-3. */
export function price(units: number, messages: number): number {
  return units * messages;
}

/** Reserves the price of a scheduled batch. */
export function hold(tx: Transaction, account: Account, batchUuid: string, credits: number): void {
  if (credits === 0) return;
  tx.record({ type: 'credits-held', accountUuid: account.uuid, batchUuid, credits, decidedBy: tx.origin });
}

/** Credits that a pending batch holds; none if the organization does not use credits. */
export function heldCredits(tx: Transaction, account: Account, batch: Batch): number {
  return paysCredits(tx.state, account) && batch.pending ? price(batch.units, batch.messages.length) : 0;
}

/** Ends a reservation. */
export function release(tx: Transaction, account: Account, batchUuid: string, credits: number): void {
  if (credits === 0) return;
  tx.record({
    type: 'credits-released',
    accountUuid: account.uuid,
    batchUuid,
    credits,
    decidedBy: tx.origin,
  });
}

/**
 * Takes credits for a batch, packaged before paid: packaged ones are replaced at the next refill, paid ones are not. See
 * CRD-5 and CRD-7.
 */
export function charge(tx: Transaction, account: Account, batchUuid: string, credits: number): void {
  if (credits === 0) return;
  const packaged = Math.min(credits, account.packaged.remaining);
  tx.record({
    type: 'credits-charged',
    accountUuid: account.uuid,
    batchUuid,
    packaged,
    paid: credits - packaged,
    decidedBy: tx.origin,
  });
}

/**
 * How many messages of a batch the account can pay now that their reservation has become due. A reset or an edit may
 * have taken what was reserved; then the first messages are sent, until the credits run out. Credits that other batches hold
 * count as available, because the batch that is due first is paid first. See SCH-6.
 *
 * @param account - With the batch's own reservation already released.
 * @param units - Credits each message costs.
 * @param messages - Messages in the batch.
 */
export function payableMessages(account: Account, units: number, messages: number): number {
  const available = account.paid.remaining + account.packaged.remaining - paidFloor(account);
  return Math.max(0, Math.min(messages, Math.floor(available / price(units, 1))));
}
