import type { AccountSetup, Setup } from '@messaging-service/stories';
import { DEFAULT_RETRY_DELAYS_MS } from '../domain/rules/webhook-deliveries.ts';
import { type Account, mustGet, type State } from '../domain/state/state.ts';
import { DEFAULT_ACCOUNT } from '../runtime/options/initial-state.ts';
import type { Service } from '../service/service.ts';
import type { Action } from './actions.ts';
import type { AppUrls } from './app-urls.ts';
import { creditsOf } from './credits.ts';
import type { History } from './history.ts';
import { callerKeyOf } from './read-actions.ts';

/** The secret of an account of a story. The recorded one may be that of another place. */
const SECRET = 'a secret for tests';

/** The account of every emulator. */
const USUAL_ACCOUNT: AccountSetup = { senders: DEFAULT_ACCOUNT.senders, credits: DEFAULT_ACCOUNT.credits };

/** The UUIDs of the accounts of a story, in the order in which they first act. */
export function accountsOf({ principals }: State, actions: readonly Action[]): string[] {
  const uuids = actions.flatMap((action) => {
    if (action.kind === 'sent') return action.batches.map(({ batch }) => batch.accountUuid);
    if (action.kind === 'cancelled') return [action.batch.accountUuid];
    if (action.kind === 'topped-up' || action.kind === 'replied') return [action.accountUuid];
    if (action.kind !== 'refused') return [];
    const caller = principals.get(callerKeyOf(action.call) ?? '');
    return caller?.kind === 'account' ? [caller.uuid] : [];
  });
  return [...new Set(uuids)];
}

/** The service in which a story begins: what its actions need, and nothing else. */
export function setupOf(
  service: Service,
  history: History,
  actions: readonly Action[],
  accountUuids: readonly string[],
  urls: AppUrls,
): Setup {
  const { state, policy } = service.core;
  const accounts = accountUuids.map((uuid) =>
    accountSetup(service, mustGet(state.accounts, uuid), history, actions, urls),
  );
  const pool = sharedSendersOf(state, actions);
  const optOut = actions.some(({ kind }) => kind === 'replied') && state.carrier.optOut === true;
  // They decide how calls are refused.
  const { statuses, unknownFields } = actions.some(({ kind }) => kind === 'refused') ? service.options : {};
  const delays = policy.retryDelaysMs;
  const hasDelays = history.deliveries.length > 0 && String(delays) !== String(DEFAULT_RETRY_DELAYS_MS);
  return {
    ...(accounts.every((account) => account === undefined)
      ? {}
      : { accounts: accounts.map((one) => one ?? USUAL_ACCOUNT) }),
    ...(pool.length > 0 && { sharedSenders: pool }),
    ...(optOut && { carrier: { optOut } }),
    ...(statuses && { statuses }),
    ...(unknownFields && { unknownFields }),
    ...(hasDelays && { webhooks: { retryDelays: delays } }),
  };
}

/** An account; undefined if that of every emulator will do. */
function accountSetup(
  { core: { state } }: Service,
  account: Account,
  history: History,
  actions: readonly Action[],
  urls: AppUrls,
): AccountSetup | undefined {
  const senders = sendersOf(state, account, actions);
  const credits = creditsOf(state, account, history, actions);
  const webhooks = history.deliveries.filter(({ accountUuid }) => accountUuid === account.uuid);
  const getsReplies = account.mo.url !== '' && webhooks.some(({ kind }) => kind === 'inbound-message');
  const warns = webhooks.some(({ kind }) => kind === 'credit-notification');
  const notifications = warns ? (state.index.notificationsOf.get(account.uuid) ?? []) : [];
  const isDefault =
    senders.every((sender) => DEFAULT_ACCOUNT.senders?.includes(sender)) &&
    credits === undefined &&
    !getsReplies &&
    notifications.length === 0;
  if (isDefault) return undefined;
  return {
    senders,
    ...(credits ?? { credits: DEFAULT_ACCOUNT.credits }),
    ...(getsReplies && {
      mo: {
        mo_webhook_url: urls.urlOf(account.mo.url),
        ...(account.mo.secret !== '' && { mo_webhook_secret: SECRET }),
      },
    }),
    ...(notifications.length > 0 && {
      notifications: notifications.map(({ url, thresholdType, thresholdValue }) => ({
        url: urls.urlOf(url),
        threshold_type: thresholdType,
        threshold_value: thresholdValue,
      })),
    }),
  };
}

/** The sender IDs of its own that an account uses in a story, or names in a call that is refused for another reason. */
function sendersOf({ senderOwners }: State, { uuid }: Account, actions: readonly Action[]): string[] {
  const own = [...senderOwners].filter(([, owner]) => owner === uuid).map(([sender]) => sender);
  const used = usedSenders(actions);
  const bodies = actions.flatMap((action) => (action.kind === 'refused' ? [action.call.request.body] : []));
  return own.filter(
    (sender) => used.includes(sender) || bodies.some((body) => body.includes(JSON.stringify(sender))),
  );
}

/** The sender IDs of the pool that a story uses. */
function sharedSendersOf({ senderOwners }: State, actions: readonly Action[]): string[] {
  return usedSenders(actions).filter((sender) => !senderOwners.has(sender));
}

function usedSenders(actions: readonly Action[]): string[] {
  const senders = actions.flatMap((action) => {
    if (action.kind === 'sent') return action.batches.map(({ batch }) => batch.from);
    return action.kind === 'replied' ? [action.to] : [];
  });
  return [...new Set(senders)];
}
