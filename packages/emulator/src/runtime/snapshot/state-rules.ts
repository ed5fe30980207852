import { price } from '../../domain/rules/credits.ts';
import type { Batch, State } from '../../domain/state/state.ts';
import { checkJobs } from './job-rules.ts';
import { refuse, type SnapshotContent } from './snapshot.ts';
import type { StoredState } from './stored-state.ts';

/**
 * Checks what several entries of a snapshot have to do with each other: references, identifiers that occur once, the order
 * of the history, credits, and jobs. The schema has checked each entry alone.
 *
 * @param state - The state of the snapshot.
 */
export function checkRules(content: SnapshotContent, state: State): void {
  const { state: stored, initial, agenda, seq } = content;
  checkOwners(stored);
  checkInitial(initial, state);
  checkSenders(stored, state);
  checkBatches(stored, state);
  checkReceived(stored, state);
  checkWebhooks(stored, state);
  checkHistory(stored, seq);
  checkCredits(stored, state);
  checkJobs(agenda, state);
}

/** Requires that no two entries of a list have the same value. */
function requireDistinct(
  values: readonly string[],
  pathOf: (index: number) => string,
  seen = new Set<string>(),
): Set<string> {
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) refuse(pathOf(index), 'occurs twice');
    seen.add(value);
  }
  return seen;
}

function requireAccount({ accounts }: State, uuid: string, path: string): void {
  if (!accounts.has(uuid)) refuse(path, 'is not the UUID of an account');
}

function checkOwners({ organizations, accounts }: StoredState): void {
  const place = (list: string, member: string) => (index: number) => `state.${list}.${index}.${member}`;
  const known = requireDistinct(
    organizations.map(({ uuid }) => uuid),
    place('organizations', 'uuid'),
  );
  requireDistinct(
    accounts.map(({ uuid }) => uuid),
    place('accounts', 'uuid'),
  );
  const keys = organizations.map(({ apiKey }) => apiKey);
  const taken = requireDistinct(keys, place('organizations', 'apiKey'));
  requireDistinct(
    accounts.map(({ apiKey }) => apiKey),
    place('accounts', 'apiKey'),
    taken,
  );
  for (const [index, { organizationUuid }] of accounts.entries())
    if (!known.has(organizationUuid))
      refuse(place('accounts', 'organizationUuid')(index), 'is not the UUID of an organization');
}

function checkInitial(initial: SnapshotContent['initial'], state: State): void {
  if (!state.organizations.has(initial.organizationUuid))
    refuse('initial.organizationUuid', 'is not the UUID of an organization');
  const pathOf = (index: number) => `initial.accountUuids.${index}`;
  requireDistinct(initial.accountUuids, pathOf);
  for (const [index, uuid] of initial.accountUuids.entries()) requireAccount(state, uuid, pathOf(index));
}

function checkSenders({ senderOwners, sharedSenders, senderLocks }: StoredState, state: State): void {
  const owned = requireDistinct(
    senderOwners.map(([sender]) => sender),
    (index) => `state.senderOwners.${index}.0`,
  );
  // A sender ID of an account cannot be in the pool.
  requireDistinct(sharedSenders, (index) => `state.sharedSenders.${index}`, owned);
  for (const [index, [, account]] of senderOwners.entries())
    requireAccount(state, account, `state.senderOwners.${index}.1`);
  requireDistinct(
    senderLocks.map(([number]) => number),
    (index) => `state.senderLocks.${index}.0`,
  );
  for (const [index, [, locks]] of senderLocks.entries()) {
    const pathOf = (place: number) => `state.senderLocks.${index}.1.${place}`;
    requireDistinct(
      locks.map(({ sender }) => sender),
      (place) => `${pathOf(place)}.sender`,
    );
    for (const [place, { accountUuid }] of locks.entries())
      requireAccount(state, accountUuid, `${pathOf(place)}.accountUuid`);
  }
}

function checkBatches({ batches }: StoredState, state: State): void {
  const uuids = new Set<string>();
  const messages = new Set<string>();
  for (const [index, batch] of batches.entries()) {
    const path = `state.batches.${index}`;
    requireDistinct([batch.uuid], () => `${path}.uuid`, uuids);
    requireDistinct(
      batch.messages.map(({ uuid }) => uuid),
      (place) => `${path}.messages.${place}.uuid`,
      messages,
    );
    requireAccount(state, batch.accountUuid, `${path}.accountUuid`);
    if (batch.pending && state.accounts.get(batch.accountUuid)?.deleted === true)
      refuse(`${path}.pending`, 'must be false, because its account was deleted');
  }
}

function checkReceived({ received }: StoredState, state: State): void {
  for (const [index, { payload }] of received.entries()) {
    const path = `state.received.${index}.payload`;
    requireAccount(state, payload.account_uuid, `${path}.account_uuid`);
    const repliedTo = state.messages.get(payload.message_uuid ?? '')?.batch.uuid ?? null;
    if (payload.message_uuid !== null && repliedTo === null)
      refuse(`${path}.message_uuid`, 'is not the UUID of a message');
    if (payload.batch_uuid !== repliedTo) refuse(`${path}.batch_uuid`, 'is not the batch of the message');
  }
}

function checkWebhooks({ notifications, deliveries }: StoredState, state: State): void {
  requireDistinct(
    notifications.map(({ uuid }) => uuid),
    (index) => `state.notifications.${index}.uuid`,
  );
  for (const [index, { accountUuid }] of notifications.entries())
    requireAccount(state, accountUuid, `state.notifications.${index}.accountUuid`);
  requireDistinct(
    deliveries.map(({ id }) => id),
    (index) => `state.deliveries.${index}.id`,
  );
  for (const [index, { accountUuid, messageUuid }] of deliveries.entries()) {
    requireAccount(state, accountUuid, `state.deliveries.${index}.accountUuid`);
    if (messageUuid !== undefined && !state.messages.has(messageUuid))
      refuse(`state.deliveries.${index}.messageUuid`, 'is not the UUID of a message');
  }
}

/** Entries are in the order of the facts that added them, and no fact is later than the last one. */
function checkHistory({ batches, received, deliveries, accounts }: StoredState, last: number) {
  const lists = { batches, received, deliveries } satisfies Record<string, readonly { seq: number }[]>;
  const ledgers = accounts.map(({ ledger }, index) => [`accounts.${index}.ledger`, ledger] as const);
  for (const [name, entries] of [...Object.entries(lists), ...ledgers]) {
    let previous = 0;
    for (const [index, { seq }] of entries.entries()) {
      if (seq <= previous || seq > last)
        refuse(`state.${name}.${index}.seq`, `must be above ${previous} and not above ${last}`);
      previous = seq;
    }
  }
  for (const [index, { seq, releasedSeq = last }] of batches.entries())
    if (releasedSeq < seq || releasedSeq > last)
      refuse(`state.batches.${index}.releasedSeq`, `must not be below ${seq} or above ${last}`);
  for (const [index, { attemptedSeq = 0 }] of deliveries.entries())
    if (attemptedSeq > last) refuse(`state.deliveries.${index}.attemptedSeq`, `must not be above ${last}`);
}

/** Credits are held for what is pending, and the last entry of a ledger shows the present ones. */
function checkCredits({ accounts }: StoredState, { organizations, batches }: State): void {
  const held = new Map<string, number>();
  for (const batch of batches.values())
    if (batch.pending) held.set(batch.accountUuid, (held.get(batch.accountUuid) ?? 0) + priceOf(batch));
  for (const [index, account] of accounts.entries()) {
    const path = `state.accounts.${index}`;
    const pays = organizations.get(account.organizationUuid)?.creditSystem === true;
    const expected = pays ? (held.get(account.uuid) ?? 0) : 0;
    if (account.held !== expected)
      refuse(`${path}.held`, `must be ${expected}, the price of its pending batches`);
    const { paid, packaged, held: latest } = account.ledger.at(-1) ?? { paid: 0, packaged: 0, held: 0 };
    if (paid !== account.paid.remaining || packaged !== account.packaged.remaining || latest !== account.held)
      refuse(`${path}.ledger`, 'does not end with the credits of the account');
  }
}

function priceOf({ units, messages }: Batch): number {
  return price(units, messages.length);
}
