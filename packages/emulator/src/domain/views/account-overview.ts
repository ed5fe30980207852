import { type Account as AccountView, formatTimestamp } from '@messaging-service/contract';
import { type Account, mustGet, type Notification, type State } from '../state/state.ts';
import type { Policy } from '../state/transaction.ts';
import { viewAccount } from './account-view.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from './list-window.ts';
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

/** A shared sender ID that only one account uses for a number. */
export interface SenderLock {
  readonly number: string;
  readonly sender: string;
}

const RUNS_SHOWN = 5;

/** Every account of every organization, in order of creation. */
export function listAccountOverviews(state: State, policy: Policy, now: number): AccountOverview[] {
  const owned = Map.groupBy(state.senderOwners, ([, owner]) => owner);
  const overviews: AccountOverview[] = [];
  for (const account of state.accounts.values()) {
    overviews.push(overviewOf(state, account, owned.get(account.uuid) ?? [], nextRuns(account, policy, now)));
  }
  return overviews;
}

function overviewOf(
  state: State,
  account: Account,
  owned: readonly (readonly [sender: string, owner: string])[],
  runs: string[],
): AccountOverview {
  return {
    ...viewAccount(account),
    organizationUuid: account.organizationUuid,
    apiKey: account.apiKey,
    senders: owned.map(([sender]) => sender),
    signsInbound: account.mo.secret !== '',
    notifications: account.notificationUuids.map((uuid) =>
      viewNotification(mustGet(state.notifications, uuid)),
    ),
    nextRuns: runs,
  };
}

/** The shared sender IDs that are locked to an account, by number. */
export function listSenderLocks(
  state: State,
  accountUuid: string,
  q: string,
  bounds: WindowBounds,
): ListWindow<SenderLock> {
  const isWanted = parseSearch<string>(q, {}, (key) => {
    const { number, sender } = viewLock(key);
    return { texts: [sender], numbers: [number] };
  });
  const found = windowOf(
    state.senderLocks,
    bounds,
    ([key, owner]) => owner === accountUuid && isWanted(key),
    ([key]) => viewLock(key).number,
  );
  return mapWindow(found, ([key]) => viewLock(key));
}

function viewLock(key: string): SenderLock {
  const [number = '', sender = ''] = key.split(' ', 2);
  return { number, sender };
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
