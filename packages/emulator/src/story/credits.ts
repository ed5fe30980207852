import type { AccountSetup } from '@messaging-service/stories';
import { paysCredits } from '../domain/rules/credits.ts';
import type { Account, LedgerEntry, State } from '../domain/state/state.ts';
import { DEFAULT_ACCOUNT } from '../runtime/options/initial-state.ts';
import type { Action } from './actions.ts';
import type { History } from './history.ts';
import { callerKeyOf } from './read-actions.ts';

/** Changes of credits that a story is about. Those that only pay messages need enough credits, whatever their number. */
const NOTABLE: ReadonlySet<LedgerEntry['type']> = new Set([
  'threshold-crossed',
  'credits-topped-up',
  'paid-credits-reset',
  'packaged-credits-refilled',
]);

/** The credits with which an account begins; undefined if those of the default account are enough. */
export function creditsOf(
  state: State,
  account: Account,
  history: History,
  actions: readonly Action[],
): AccountSetup | undefined {
  const own = actions.filter((action) => isOf(state, account, action));
  const cost = costOf(own);
  const first = own.find((action) => action.kind === 'refused' && isUnpaid(action));
  if (first === undefined && !isNotable(account, own, history)) {
    if (!paysCredits(state, account) || cost <= (DEFAULT_ACCOUNT.credits ?? 0)) return undefined;
    return { credits: cost };
  }
  const { paid, packaged, held } = before(account, (own[0] as Action).seq);
  if (first === undefined) return { ...settingsOf(account), credits: paid - held, packagedCredits: packaged };
  // Other calls, which the story leaves out, have used credits meanwhile.
  const then = before(account, first.seq);
  const spent = costOf(own.filter(({ seq }) => seq < first.seq));
  return { ...settingsOf(account), credits: then.paid - then.held + spent, packagedCredits: then.packaged };
}

function isOf({ principals }: State, { uuid }: Account, action: Action): boolean {
  if (action.kind === 'sent') return action.batches.some(({ batch }) => batch.accountUuid === uuid);
  if (action.kind === 'topped-up') return action.accountUuid === uuid;
  return action.kind === 'refused' && principals.get(callerKeyOf(action.call) ?? '')?.uuid === uuid;
}

function costOf(actions: readonly Action[]): number {
  return actions
    .flatMap((action) => (action.kind === 'sent' ? action.batches : []))
    .reduce((sum, { batch, messages }) => sum + batch.units * messages.length, 0);
}

function isUnpaid({ call: { reply } }: Extract<Action, { kind: 'refused' }>): boolean {
  return reply !== 'disconnect' && reply.status === 402;
}

/** Whether the credits themselves changed during the actions, or a message could not be paid. */
function isNotable({ ledger }: Account, actions: readonly Action[], { batches }: History): boolean {
  const [first] = actions;
  if (first === undefined) return false;
  if (actions.some(({ kind }) => kind === 'topped-up')) return true;
  const batchUuids = new Set(batches.map(({ batch }) => batch.uuid));
  const last = ledger.findLast(({ about }) => about !== undefined && batchUuids.has(about))?.seq ?? first.seq;
  return ledger.some(({ seq, type }) => seq >= first.seq && seq <= last + 1 && NOTABLE.has(type));
}

/** The credits before a fact. */
function before({ ledger }: Account, seq: number): Pick<LedgerEntry, 'paid' | 'packaged' | 'held'> {
  return ledger.findLast((entry) => entry.seq < seq) ?? { paid: 0, packaged: 0, held: 0 };
}

/** The settings of credits, in the form of edit-account. */
function settingsOf({ paid, packaged, schedule }: Account): AccountSetup {
  const { allowNegative, negativeLimit, resetOnSchedule } = paid;
  return {
    ...((allowNegative || resetOnSchedule) && {
      paid_credits: {
        allow_negative: allowNegative,
        negative_limit: negativeLimit,
        schedule_reset_to_zero: resetOnSchedule,
      },
    }),
    ...((packaged.refillOnSchedule || packaged.refillAmount > 0) && {
      packaged_credits: {
        schedule_refill: packaged.refillOnSchedule,
        schedule_refill_amount: packaged.refillAmount,
      },
    }),
    ...(schedule !== null && { schedule }),
  };
}
