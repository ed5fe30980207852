import { type Account as AccountView, formatTimestamp } from '@messaging-service/contract';
import type { Account, Notification, State } from '../state/state.ts';
import type { Policy } from '../state/transaction.ts';
import { viewAccount } from './account-view.ts';
import { type WindowBounds, windowOf } from './list-window.ts';
import { parseSearch } from './search.ts';

/** An account, including the members that the public API does not show. */
export type AccountOverview = AccountView & {
  readonly organizationUuid: string;
  readonly apiKey: string;
  /** Custom sender IDs it owns. */
  readonly senders: string[];
  /** Whether inbound webhooks are signed. */
  readonly signsInbound: boolean;
  readonly notifications: Pick<Notification, 'uuid' | 'url' | 'thresholdType' | 'thresholdValue' | 'armed'>[];
  /** The next times of its schedule, at most five. */
  readonly nextRuns: string[];
};

const RUNS_SHOWN = 5;

/** Every account of every organization, in order of creation. */
export function listAccountOverviews(state: State, policy: Policy, now: number): AccountOverview[] {
  const owned = Map.groupBy(state.senderOwners, ([, owner]) => owner);
  return Array.from(state.accounts.values(), (account) => ({
    ...viewAccount(account),
    organizationUuid: account.organizationUuid,
    apiKey: account.apiKey,
    senders: (owned.get(account.uuid) ?? []).map(([sender]) => sender),
    signsInbound: account.mo.secret !== '',
    notifications: [...state.notifications.values()]
      .filter(({ accountUuid }) => accountUuid === account.uuid)
      .map(viewNotification),
    nextRuns: nextRuns(account, policy, now),
  }));
}

/** The shared sender IDs that are locked to an account, by number. */
export function listSenderLocks(
  state: State,
  accountUuid: string,
  q: string | undefined,
  bounds: WindowBounds,
) {
  const locks = [...state.senderLocks].flatMap(([number, all]) =>
    all.filter((lock) => lock.accountUuid === accountUuid).map(({ sender }) => ({ number, sender })),
  );
  const { rows, ...rest } = windowOf(locks, bounds, {
    accepts: parseSearch(q, {}, ({ number, sender }) => ({ texts: [sender], numbers: [number] })),
    view: (lock) => lock,
    idOf: ({ number }) => number,
  });
  return { locks: rows, ...rest };
}

function viewNotification({ uuid, url, thresholdType, thresholdValue, armed }: Notification) {
  return { uuid, url, thresholdType, thresholdValue, armed };
}

function nextRuns({ schedule, deleted }: Account, policy: Policy, now: number): string[] {
  if (schedule === null || deleted) return [];
  const runs: string[] = [];
  for (let at = now; runs.length < RUNS_SHOWN; runs.push(formatTimestamp(at)))
    at = policy.nextRun(schedule, at);
  return runs;
}
