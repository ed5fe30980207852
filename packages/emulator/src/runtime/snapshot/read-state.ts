import type { Batch, Message, Principal, State } from '../../domain/state/state.ts';
import type { BatchSnapshot, StateSnapshot } from './snapshot.ts';
import { fault } from './snapshot-error.ts';

/**
 * Builds a state from a snapshot whose form has been checked, and which belongs to the state afterwards.
 *
 * @param factCount - Facts recorded until the snapshot.
 * @throws {SnapshotError} when its parts contradict each other.
 */
export function readState(snapshot: StateSnapshot, factCount: number): State {
  const batches = snapshot.batches.map(readBatch);
  const state: State = {
    organizations: byUuid(snapshot.organizations),
    accounts: byUuid(snapshot.accounts),
    principals: readPrincipals(snapshot),
    senderOwners: new Map(snapshot.senderOwners),
    sharedSenders: snapshot.sharedSenders,
    senderLocks: new Map(snapshot.senderLocks),
    batches: byUuid(batches),
    messages: byUuid(batches.flatMap(({ messages }) => messages)),
    replies: snapshot.replies,
    notifications: byUuid(snapshot.notifications),
    deliveries: new Map(snapshot.deliveries.map((delivery) => [delivery.id, delivery])),
    carrier: snapshot.carrier,
    factCount,
  };
  checkReferences(state, snapshot);
  checkHistory(batches, factCount);
  return state;
}

function byUuid<Entry extends { readonly uuid: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.uuid, entry]));
}

function readBatch({ messages: written, ...header }: BatchSnapshot): Batch {
  const messages: Message[] = [];
  // Members that are undefined are missing in JSON.
  const batch: Batch = { ...header, callback: header.callback, sendAt: header.sendAt, messages };
  for (const { uuid, to, state, sent, resolved } of written)
    messages.push({ uuid, to, batch, state, sent, resolved });
  return batch;
}

/** The owners of the API keys. The key of a deleted account does not count. */
function readPrincipals({ organizations, accounts }: StateSnapshot): Map<string, Principal> {
  const principals = new Map<string, Principal>();
  for (const { uuid, apiKey } of organizations) principals.set(apiKey, { kind: 'organization', uuid });
  for (const [position, { uuid, apiKey, deleted }] of accounts.entries()) {
    if (deleted) continue;
    if (principals.has(apiKey)) throw fault(`state.accounts.${position}.apiKey`, 'is used twice');
    principals.set(apiKey, { kind: 'account', uuid });
  }
  return principals;
}

/** Refuses references to organizations and accounts that the snapshot does not contain. */
function checkReferences({ organizations, accounts }: State, snapshot: StateSnapshot): void {
  const requireAccount = (path: string, uuid: string) => {
    if (!accounts.has(uuid)) throw missing(`state.${path}`, 'account', uuid);
  };
  for (const [position, { organizationUuid: uuid }] of snapshot.accounts.entries())
    if (!organizations.has(uuid))
      throw missing(`state.accounts.${position}.organizationUuid`, 'organization', uuid);
  for (const [position, [, owner]] of snapshot.senderOwners.entries())
    requireAccount(`senderOwners.${position}.1`, owner);
  for (const [position, [, locks]] of snapshot.senderLocks.entries())
    for (const [index, { accountUuid }] of locks.entries())
      requireAccount(`senderLocks.${position}.1.${index}.accountUuid`, accountUuid);
  for (const [position, { payload }] of snapshot.replies.entries())
    requireAccount(`replies.${position}.payload.account_uuid`, payload.account_uuid);
  for (const list of ['batches', 'notifications', 'deliveries'] as const)
    for (const [position, { accountUuid }] of snapshot[list].entries())
      requireAccount(`${list}.${position}.accountUuid`, accountUuid);
}

/** Refuses batches out of order, and messages that occur twice. */
function checkHistory(batches: readonly Batch[], factCount: number): void {
  const uuids = new Set<string>();
  let latest = 0;
  for (const [position, { seq, messages }] of batches.entries()) {
    if (seq <= latest)
      throw fault(
        `state.batches.${position}.seq`,
        `must be greater than that of the batch before it, ${latest}`,
      );
    latest = seq;
    for (const [index, { uuid }] of messages.entries()) {
      if (uuids.has(uuid)) throw fault(`state.batches.${position}.messages.${index}.uuid`, twice(uuid));
      uuids.add(uuid);
    }
  }
  if (factCount < latest) throw fault('seq', `must not be less than ${latest}, the number of a fact`);
}

/** The problem of an identifier that must be different in all entries. */
export function twice(key: string): string {
  return `occurs twice: ${JSON.stringify(key)}`;
}

function missing(path: string, kind: string, uuid: string): Error {
  return fault(path, `refers to the ${kind} ${uuid}, which the snapshot does not contain`);
}
