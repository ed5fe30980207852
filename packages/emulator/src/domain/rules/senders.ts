import { Rejection } from '../state/rejection.ts';
import { type Account, bareNumber, type SenderLock, type State } from '../state/state.ts';
import type { Ids, Transaction } from '../state/transaction.ts';

/** Refuses a custom sender ID that the account does not own. See SND-1. */
export function requireOwnedSender(tx: Transaction, account: Account, sender: string): void {
  if (tx.state.senderOwners.get(sender) !== account.uuid) {
    throw new Rejection(
      'sender_not_owned',
      `The account does not own the sender ID ${JSON.stringify(sender)}.`,
    );
  }
}

/**
 * Assigns shared sender IDs by the rules of the specification: the one that the account used for the number before,
 * otherwise a random one that no other account has for it. See SND-2, SND-3 and SND-4. Nothing is locked until the
 * messages are queued, so that a refused request, or a dry run, changes nothing.
 *
 * @param ids - The source of randomness.
 * @returns Chooses the shared sender ID for a number; the same number gets the same one within a request, too.
 */
export function chooseSharedSenders(tx: Transaction, account: Account, ids: Ids): (to: string) => string {
  const chosen = new Map<string, string>();
  return (to) => {
    const number = bareNumber(to);
    const sender = chosen.get(number) ?? earlierSender(tx, account, number) ?? freeSender(tx, number, ids);
    chosen.set(number, sender);
    return sender;
  };
}

/** Locks a shared sender ID to an account and a number, unless it is already. See SND-5. */
export function lockSender(
  tx: Transaction,
  { uuid: accountUuid }: Account,
  to: string,
  sender: string,
): void {
  const number = bareNumber(to);
  if (lockHolder(tx.state, number, sender) === accountUuid) return;
  tx.record({ type: 'shared-sender-locked', accountUuid, number, sender });
}

/** A lock outlives a change of the pool, but a sender that left the pool is not assigned to anyone. See SND-7. */
function earlierSender(tx: Transaction, account: Account, number: string): string | undefined {
  const assigned = locksOf(tx.state, number).findLast(
    ({ sender, accountUuid }) => accountUuid === account.uuid && tx.state.sharedSenders.includes(sender),
  );
  return assigned?.sender;
}

/** A random sender ID of the pool that is not locked for the number. Without one, the request is refused. See SND-6. */
function freeSender(tx: Transaction, number: string, ids: Ids): string {
  const locked = locksOf(tx.state, number).map(({ sender }) => sender);
  const free = tx.state.sharedSenders.filter((sender) => !locked.includes(sender));
  const sender = free[free.length > 0 ? ids.below(free.length) : 0];
  if (sender === undefined) {
    const reason =
      tx.state.sharedSenders.length === 0 ? 'the pool is empty' : 'each is locked to another account';
    throw new Rejection('shared_sender_unavailable', `No shared sender ID is left for ${number}: ${reason}.`);
  }
  return sender;
}

/** The account to which a shared sender ID is locked for a number. */
export function lockHolder(state: State, number: string, sender: string): string | undefined {
  return locksOf(state, number).find((lock) => lock.sender === sender)?.accountUuid;
}

function locksOf({ senderLocks }: State, number: string): readonly SenderLock[] {
  return senderLocks.get(number) ?? [];
}
