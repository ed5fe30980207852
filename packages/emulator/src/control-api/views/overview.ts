import { formatTimestamp } from '@messaging-service/contract';
import { paysCredits, spendable } from '../../domain/rules/ledger.ts';
import type { Delivery, Message, State } from '../../domain/state/state.ts';
import type { Service } from '../../service/service.ts';
import { summarizeRequest } from './request.ts';

/** A number of objects that failed in the same way. */
interface Failures {
  readonly count: number;
}

/** `GET /overview`: failures since an instant, the accounts that run out of credits, and how much was sent. */
export interface OverviewResponse {
  /** Messages that failed, by receipt code. */
  readonly failed: readonly (Failures & { readonly code: string; readonly description: string })[];
  /** Calls that were refused, by error code. */
  readonly refused: readonly (Failures & { readonly status: number | null; readonly code: string | null })[];
  /** Webhooks whose latest attempt had no response with status 200, by receiver. */
  readonly webhooks: readonly (Failures & { readonly url: string; readonly status: number | null })[];
  /** Accounts that cannot send, or hardly. */
  readonly accounts: readonly {
    readonly identifier: string;
    readonly name: string;
    /** Credits that it can still spend. */
    readonly credits: number;
  }[];
  /** Numbers for which every shared sender is locked: another account cannot send to them with a shared sender. */
  readonly exhausted: Failures & { readonly numbers: readonly string[] };
  /** Messages in equal spans of time up to now, oldest first. */
  readonly rates: readonly { readonly at: string; readonly queued: number; readonly failed: number }[];
}

/** An account with at most this many credits is about to run out. */
const FEW_CREDITS = 10;

/** Spans of time in the rates, and how far back they begin at most. */
const SPANS = 30;
const LONGEST_MS = 7 * 86_400_000;
const SHORTEST_MS = 60_000;

/**
 * Counts what a person wants to know first.
 *
 * @param since - Counts failures from this instant on, in milliseconds since the epoch.
 */
export function viewOverview(service: Service, since: number): OverviewResponse {
  const { state, driver } = service.core;
  const messages = [...state.messages.values()];
  return {
    failed: failedMessages(messages, since),
    refused: refusedRequests(service, since),
    webhooks: failedWebhooks([...state.deliveries.values()], since),
    accounts: [...state.accounts.values()]
      .filter((account) => !account.deleted && paysCredits(state, account))
      .map((account) => ({ identifier: account.uuid, name: account.name, credits: spendable(account) }))
      .filter(({ credits }) => credits <= FEW_CREDITS),
    exhausted: exhaustedNumbers(state),
    rates: ratesOf(messages, driver.now()),
  };
}

/** The numbers that the overview names. */
const NAMED = 3;

function exhaustedNumbers({ senderLocks, sharedSenders }: State): OverviewResponse['exhausted'] {
  const pool = new Set(sharedSenders);
  const numbers = [...senderLocks]
    .filter(
      ([, locks]) => pool.size > 0 && locks.filter(({ sender }) => pool.has(sender)).length === pool.size,
    )
    .map(([number]) => number);
  return { count: numbers.length, numbers: numbers.slice(0, NAMED) };
}

function failedMessages(messages: readonly Message[], since: number): OverviewResponse['failed'] {
  const failed = messages.filter(({ state, resolved }) => state === 'failed' && (resolved?.at ?? 0) >= since);
  return grouped(failed, ({ resolved }) => resolved?.receipt.code ?? '').map(([code, group]) => ({
    code,
    description: group[0].resolved?.receipt.description ?? '',
    count: group.length,
  }));
}

function refusedRequests({ requests }: Service, since: number): OverviewResponse['refused'] {
  const refused = requests
    .entries()
    .filter(({ at, reply }) => at >= since && (reply === 'disconnect' || reply.status >= 400))
    .map(summarizeRequest);
  return grouped(refused, ({ status, errorCode }) => errorCode ?? String(status)).map(([, group]) => ({
    status: group[0].status,
    code: group[0].errorCode,
    count: group.length,
  }));
}

function failedWebhooks(deliveries: readonly Delivery[], since: number): OverviewResponse['webhooks'] {
  const failed = deliveries.filter(({ attempts }) => {
    const last = attempts.at(-1);
    return last !== undefined && last.status !== 200 && last.at >= since;
  });
  return grouped(failed, ({ url, attempts }) => `${attempts.at(-1)?.status} ${url}`).map(([, group]) => ({
    url: group[0].url,
    status: group[0].attempts.at(-1)?.status ?? null,
    count: group.length,
  }));
}

function ratesOf(messages: readonly Message[], now: number): OverviewResponse['rates'] {
  const first = messages[0]?.batch.queuedAt;
  if (first === undefined) return [];
  const begin = Math.max(now - LONGEST_MS, Math.min(first, now - SHORTEST_MS));
  const span = (now - begin) / SPANS;
  const spanOf = (at: number) => Math.min(SPANS - 1, Math.floor((at - begin) / span));
  const rates = Array.from({ length: SPANS }, (_, index) => ({
    at: formatTimestamp(begin + index * span),
    queued: 0,
    failed: 0,
  }));
  for (const { batch, state, resolved } of messages) {
    const queued = rates[spanOf(batch.queuedAt)];
    if (queued !== undefined) queued.queued++;
    const failed = state === 'failed' && resolved !== undefined ? rates[spanOf(resolved.at)] : undefined;
    if (failed !== undefined) failed.failed++;
  }
  return rates;
}

/** Groups of at least one, the largest first. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, [Item, ...Item[]]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}
