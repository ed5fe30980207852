import type { Account, LedgerEntry, State } from '../domain/state/state.ts';
import { originOf } from './deciders.ts';
import { changeText } from './entry-words.ts';
import type { Decider, ObjectReference, ReasonOf, ReasonSources } from './reason.ts';
import { accountReference, batchReference, causingRequest, webhookReference } from './references.ts';

/** Why the credits of an account changed. */
export function entryReason(sources: ReasonSources, account: Account, change: LedgerEntry): ReasonOf {
  const { state } = sources.core;
  const { paid, packaged, held } = change;
  const warning = change.type === 'threshold-crossed' ? warningOf(state, account, change) : undefined;
  return {
    outcome: `${changeText(change)}; then ${paid} paid, ${packaged} packaged, ${held} held`,
    result: change.type === 'threshold-crossed' ? 'failure' : 'success',
    decidedBy: deciderOfEntry(change),
    ...(change.type === 'threshold-crossed' && {
      explanation: 'The credits fell below the threshold of a notification.',
      remedy: { text: 'Top up the account.', action: 'top-up', target: account.uuid },
    }),
    cause: warning ?? causeOf(sources, account, change),
    fault: change.decidedBy?.kind === 'request' ? change.decidedBy.fault : undefined,
  };
}

function deciderOfEntry({ type, decidedBy }: LedgerEntry): Decider {
  switch (type) {
    case 'paid-credits-reset':
    case 'packaged-credits-refilled':
      return { kind: 'schedule', text: 'the schedule of the account' };
    case 'threshold-crossed':
      return { kind: 'service', text: 'a notification of the account' };
    default:
      return originOf(decidedBy);
  }
}

/** The webhook of a warning, which is queued right after it. */
function warningOf({ index }: State, { uuid }: Account, { seq }: LedgerEntry): ObjectReference | undefined {
  const delivery = index.deliveries.find((one) => one.seq > seq && one.accountUuid === uuid);
  return delivery?.kind === 'credit-notification' ? webhookReference(delivery) : undefined;
}

function causeOf(
  { core: { state }, requests }: ReasonSources,
  account: Account,
  { about = '', seq }: LedgerEntry,
): ObjectReference {
  const batch = state.batches.get(about);
  if (batch !== undefined) return batchReference(batch);
  return causingRequest(requests, seq) ?? accountReference(account);
}
