import { Rejection } from '../state/rejection.ts';
import type { Account, SenderLock, State } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/**
 * Adds a custom sender ID to an account, unless it has it already. A sender ID of another account, or of the pool, is refused. So
 * is a former one of the pool that is still locked to another account: its handsets' replies go to that account. See
 * SND-7 and SND-8.
 */
export function registerSender(tx: Transaction, account: Account, sender: string): void {
  const owner = tx.state.senderOwners.get(sender);
  if (owner === account.uuid) return;
  if (owner !== undefined) throw new Rejection('conflict', `Another account owns the sender ID ${sender}.`);
  if (tx.state.sharedSenders.includes(sender)) {
    throw new Rejection('conflict', `The sender ID ${sender} is in the shared pool.`);
  }
  if (isLockedToAnother(tx.state, account, sender)) {
    throw new Rejection(
      'conflict',
      `The sender ID ${sender} left the shared pool and is still locked to another account for at least one number.`,
    );
  }
  tx.record({ type: 'sender-registered', accountUuid: account.uuid, sender });
}

/** A deleted account receives nothing, so its locks do not count. */
function isLockedToAnother(state: State, account: Account, sender: string): boolean {
  const isAnothers = (lock: SenderLock) =>
    lock.sender === sender &&
    lock.accountUuid !== account.uuid &&
    state.accounts.get(lock.accountUuid)?.deleted === false;
  return [...state.senderLocks.values()].some((locks) => locks.some(isAnothers));
}

/** Replaces the pool of shared sender IDs. Locks do not change. */
export function replaceSharedSenders(tx: Transaction, senders: readonly string[]): void {
  const owned = senders.find((sender) => tx.state.senderOwners.has(sender));
  if (owned !== undefined) throw new Rejection('conflict', `An account owns the sender ID ${owned}.`);
  tx.record({ type: 'shared-senders-replaced', senders: [...new Set(senders)] });
}
