import {
  type Account,
  type Batch,
  bareNumber,
  emptyState,
  type Line,
  lockKey,
  type Message,
  type Principal,
  type Reply,
  type State,
} from '../state/state.ts';
import { requireNew, SnapshotFault } from './snapshot-fault.ts';
import type { AccountSnapshot, BatchSnapshot, StateSnapshot } from './state-snapshot.ts';

/** A collection while it is filled. */
type Open<Collection> = Collection extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : Collection;
/** A state while it is built. */
type OpenState = { -readonly [Name in keyof State]: Open<State[Name]> };

/** An account while its notifications are linked. */
interface OpenAccount extends Account {
  readonly notificationUuids: string[];
}

/**
 * Builds a state from a snapshot whose form has been checked, and which belongs to the state afterwards.
 *
 * @param factCount - Facts recorded until the snapshot.
 * @throws {SnapshotFault} when its parts contradict each other.
 */
export function readState(snapshot: StateSnapshot, factCount: number): State {
  const state = emptyState() as OpenState;
  for (const [position, organization] of snapshot.organizations.entries()) {
    const { uuid, apiKey } = organization;
    const path = `state.organizations.${position}`;
    requireNew(state.organizations, uuid, `${path}.uuid`);
    state.organizations.set(uuid, organization);
    addPrincipal(state, path, apiKey, { kind: 'organization', uuid });
  }
  for (const [position, account] of snapshot.accounts.entries())
    addAccount(state, `state.accounts.${position}`, account);
  for (const [position, [sender, owner]] of snapshot.senderOwners.entries()) {
    requireNew(state.senderOwners, sender, `state.senderOwners.${position}.0`);
    requireAccount(state, `state.senderOwners.${sender}`, owner);
    state.senderOwners.set(sender, owner);
  }
  for (const [position, sender] of snapshot.sharedSenders.entries())
    if (snapshot.sharedSenders.indexOf(sender) < position)
      throw new SnapshotFault(`state.sharedSenders.${position}`, 'occurs twice');
  state.sharedSenders = snapshot.sharedSenders;
  for (const [position, [key, holder]] of snapshot.senderLocks.entries())
    addLock(state, `state.senderLocks.${position}`, key, holder);
  addHistory(state, snapshot);
  for (const [position, notification] of snapshot.notifications.entries()) {
    const { uuid, accountUuid } = notification;
    const path = `state.notifications.${position}`;
    requireNew(state.notifications, uuid, `${path}.uuid`);
    const account = requireAccount(state, `${path}.accountUuid`, accountUuid);
    state.notifications.set(uuid, notification);
    account.notificationUuids.push(uuid);
  }
  for (const [position, delivery] of snapshot.deliveries.entries()) {
    const { id, accountUuid } = delivery;
    const path = `state.deliveries.${position}`;
    requireNew(state.deliveries, id, `${path}.id`);
    requireAccount(state, `${path}.accountUuid`, accountUuid);
    state.deliveries.set(id, delivery);
  }
  state.carrier = snapshot.carrier;
  state.factCount = factCount;
  return state;
}

function addPrincipal(state: OpenState, path: string, apiKey: string, principal: Principal): void {
  requireNew(state.principals, apiKey, `${path}.apiKey`);
  state.principals.set(apiKey, principal);
}

function addAccount(state: OpenState, path: string, account: AccountSnapshot): void {
  const { uuid, organizationUuid, apiKey, deleted } = account;
  requireNew(state.accounts, uuid, `${path}.uuid`);
  if (!state.organizations.has(organizationUuid))
    throw missing(`state.accounts.${uuid}.organizationUuid`, 'organization', organizationUuid);
  const open: OpenAccount = { ...account, notificationUuids: [] };
  state.accounts.set(uuid, open);
  if (!deleted) addPrincipal(state, path, apiKey, { kind: 'account', uuid });
}

function requireAccount(state: OpenState, path: string, uuid: string): OpenAccount {
  const account = state.accounts.get(uuid);
  if (account === undefined) throw missing(path, 'account', uuid);
  return account as OpenAccount;
}

function addLock(state: OpenState, path: string, key: string, holder: string): void {
  requireNew(state.senderLocks, key, `${path}.0`);
  requireAccount(state, `state.senderLocks.${key}`, holder);
  state.senderLocks.set(key, holder);
  const space = key.indexOf(' ');
  const sender = key.slice(space + 1);
  const holders = (state.lockHolders.get(sender) ?? new Set()) as Set<string>;
  state.lockHolders.set(sender, holders.add(holder));
  const holderKey = lockKey(key.slice(0, space), holder);
  const assigned = (state.assignedSenders.get(holderKey) ?? []) as string[];
  assigned.push(sender);
  state.assignedSenders.set(holderKey, assigned);
}

/** Adds the batches and the replies, each reply after the batches that were queued before it. */
function addHistory(state: OpenState, { batches, batchCount, replies }: StateSnapshot): void {
  const waiting = [...replies].reverse();
  for (const [position, batch] of batches.entries()) {
    for (let reply = waiting.at(-1); reply !== undefined; reply = waiting.at(-1)) {
      if (reply.batchCount >= batch.ordinal) break;
      addReply(state, reply);
      waiting.pop();
    }
    addBatch(state, `state.batches.${position}`, batch);
  }
  for (const reply of waiting.reverse()) addReply(state, reply);
  if (batchCount < state.batchCount)
    throw new SnapshotFault(
      'state.batchCount',
      `must not be less than ${state.batchCount}, the ordinal of a batch`,
    );
  state.batchCount = batchCount;
}

function addReply(state: OpenState, reply: Reply): void {
  requireAccount(
    state,
    `state.replies.${reply.payload.mo_uuid}.payload.account_uuid`,
    reply.payload.account_uuid,
  );
  addLine(state, String(reply.payload.from), reply);
}

function addBatch(state: OpenState, path: string, { messages: written, ...header }: BatchSnapshot): void {
  const { uuid, ordinal, accountUuid, pending, sendAt, payable } = header;
  requireNew(state.batches, uuid, `${path}.uuid`);
  const named = `state.batches.${uuid}`;
  requireAccount(state, `${named}.accountUuid`, accountUuid);
  if (ordinal <= state.batchCount)
    throw new SnapshotFault(
      `${path}.ordinal`,
      `must be greater than that of the batch before it, ${state.batchCount}`,
    );
  if (payable > written.length)
    throw new SnapshotFault(`${named}.payable`, `must not be greater than ${written.length}, its messages`);
  const messages: Message[] = [];
  // Members that are undefined are missing in JSON.
  const optional = { callback: header.callback, sendAt };
  const batch: Batch = { ...header, ...optional, messages };
  for (const [
    position,
    { uuid: messageUuid, to, state: messageState, sent, resolved },
  ] of written.entries()) {
    requireNew(state.messages, messageUuid, `${path}.messages.${position}.uuid`);
    if (pending && messageState !== 'queued')
      throw new SnapshotFault(
        `${path}.messages.${position}.state`,
        'must be "queued", because the batch is pending',
      );
    const message: Message = { uuid: messageUuid, to, batch, state: messageState, sent, resolved };
    messages.push(message);
    state.messages.set(messageUuid, message);
    addLine(state, bareNumber(to), message);
  }
  if (pending && sendAt === undefined)
    throw new SnapshotFault(`${named}.sendAt`, 'is missing in a pending batch');
  state.batches.set(uuid, batch);
  state.batchCount = ordinal;
}

function addLine(state: OpenState, number: string, line: Line): void {
  const lines = state.phones.get(number) as Line[] | undefined;
  if (lines === undefined) state.phones.set(number, [line]);
  else lines.push(line);
}

function missing(path: string, kind: string, uuid: string): SnapshotFault {
  return new SnapshotFault(path, `refers to the ${kind} ${uuid}, which the snapshot does not contain`);
}
