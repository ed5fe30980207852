import {
  type Cause,
  causeOfError,
  causeOfReceipt,
  formatTimestamp,
  type ReceiptInfo,
  WEBHOOK_FAILURES,
  webhookFailureOf,
} from '@messaging-service/contract';
import type {
  Attempt,
  Delivery,
  LoggedRequest,
  Message,
  SenderLock,
  Sequence,
  Service,
  State,
} from '@messaging-service/emulator/host';
import {
  contentOf,
  count,
  doc,
  type Endpoint,
  EXAMPLES,
  endpoint,
  instant,
  instantParameter,
  list,
  object,
  optional,
  paysCredits,
  spendable,
  statusOrNull,
  subjectOf,
  text,
  textOrNull,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

const overviewQuery = z.strictObject({
  since: optional(instantParameter, 'Only what happened at this instant or later.', EXAMPLES.now),
});

const failures = count('How many there are.', 3);
const advice = text('The cause and what to do about it, in words.', 'Top up the account.');

/** `GET /overview`: failures since an instant, the accounts that run out of credits, and how much was sent. */
const overviewAnswer = z.strictObject({
  failed: list('Messages that failed, by receipt code.', {
    code: text('Receipt code: 1 to 8 hexadecimal characters, such as `22`.', '22'),
    description: text('Description of the receipt code.', 'No response from the handset'),
    advice,
    count: failures,
  }),
  refused: list('Calls that were refused, by error code.', {
    status: statusOrNull('Status of the response; null if a fault cut the connection.', 400),
    code: textOrNull('Error code of the service; null without one.', 'invalid_request'),
    advice,
    count: failures,
  }),
  webhooks: list('Webhooks whose latest attempt had no response with status 200, by receiver.', {
    url: text('URL that the webhook is sent to.', 'https://example.com/webhooks'),
    status: statusOrNull('Status of the response; null if there was none.', 500),
    advice,
    count: failures,
  }),
  accounts: list('Accounts with at most 10 credits to spend.', {
    identifier: doc(z.string(), 'Account UUID.', EXAMPLES.account),
    name: text('Account name: 1 to 200 characters.', 'checkout'),
    credits: doc(z.number(), 'Credits that the account can still spend.', 10),
  }),
  unreported: count('Messages that were sent and will get no receipt, whenever they were sent.', 1),
  exhausted: object('Numbers for which every shared sender is locked.', {
    count: failures,
    numbers: doc(z.array(z.string()), 'At most three of the numbers.', [EXAMPLES.handset]),
  }),
  rates: list('Equal spans of time up to now, oldest first; none before the first message.', {
    at: instant('When the span begins.'),
    queued: count('Messages that were queued in this span.', 3),
    failed: count('Messages that failed in this span.', 1),
  }),
});

/** `GET /overview`. */
export type OverviewResponse = z.infer<typeof overviewAnswer>;

/** The failures, the work that is due next, and what an account or a sender ID lacks. */
export const OVERVIEW_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getOverview', 'GET /overview', {
    tag: 'inspector',
    description:
      'Counts failures: failed messages by code, refused calls by error, webhooks without status 200 by receiver, and accounts that run out of credits.',
    query: overviewQuery,
    answer: overviewAnswer,
    run: ({ service, query: { since } }) => viewOverview(service, since ?? 0),
  }),
];

/** An account with at most this many credits is about to run out. */
const FEW_CREDITS = 10;

/** Spans of time in the rates, and how far back they begin at most. */
const SPANS = 30;
const LONGEST_MS = 7 * 86_400_000;
const SHORTEST_MS = 60_000;

/**
 * Counts failures, rates, and what is due next.
 *
 * @param since - Counts failures from this instant on, in milliseconds since the epoch.
 */
function viewOverview(service: Service, since: number): OverviewResponse {
  const { state, driver } = service.core;
  const { messages, deliveries } = state.index;
  return {
    failed: failedMessages(messages, since),
    refused: refusedRequests(service, since),
    webhooks: failedWebhooks(deliveries, since),
    accounts: [...state.accounts.values()]
      .filter((account) => !account.deleted && paysCredits(state, account))
      .map((account) => ({ identifier: account.uuid, name: account.name, credits: spendable(account) }))
      .filter(({ credits }) => credits <= FEW_CREDITS),
    unreported: unreportedMessages(service),
    exhausted: exhaustedNumbers(state),
    rates: ratesOf(messages, driver.now()),
  };
}

/** The numbers that the overview names. */
const NAMED = 3;

/** Messages that stay sent, because no receipt is due. */
function unreportedMessages({ core: { state, agenda } }: Service): number {
  const isAwaited = new Set<Message>();
  for (const { job } of agenda.upcoming(Number.POSITIVE_INFINITY, ({ kind }) => kind === 'resolve-messages'))
    for (const message of subjectOf(state, job).messages) isAwaited.add(message);
  let unreported = 0;
  state.index.messages.forEach((message) => {
    if (message.state === 'sent' && !isAwaited.has(message)) unreported++;
  });
  return unreported;
}

function exhaustedNumbers({ senderLocks, sharedSenders }: State): OverviewResponse['exhausted'] {
  const pool = new Set(sharedSenders);
  // Each lock of a number has another sender, so few numbers have enough of them.
  const isExhausted = (locks: readonly SenderLock[]) =>
    locks.length >= pool.size && locks.filter(({ sender }) => pool.has(sender)).length === pool.size;
  const numbers: string[] = [];
  if (pool.size > 0) for (const [number, locks] of senderLocks) if (isExhausted(locks)) numbers.push(number);
  return { count: numbers.length, numbers: numbers.slice(0, NAMED) };
}

function failedMessages(messages: Sequence<Message>, since: number): OverviewResponse['failed'] {
  const failed: (ReceiptInfo & { advice: string })[] = [];
  messages.forEach(({ state, resolvedAt = 0, receipt }) => {
    if (state === 'failed' && receipt !== undefined && resolvedAt >= since)
      failed.push({ ...receipt, advice: adviceOf(causeOfReceipt(receipt.code)) });
  });
  return counted(failed, ({ code }) => code);
}

function refusedRequests({ requests }: Service, since: number): OverviewResponse['refused'] {
  const refused = requests
    .entries()
    .filter(({ at, reply }) => at >= since && (reply === 'disconnect' || reply.status >= 400))
    // The content of a call takes long to read, and most calls are not refused.
    .map((entry) => {
      const { status, errorCode: code } = contentOf(entry);
      return { status, code, advice: adviceForRequest(entry, code) };
    });
  return counted(refused, ({ status, code, advice: words }) => `${code ?? status} ${words}`);
}

function failedWebhooks(deliveries: readonly Delivery[], since: number): OverviewResponse['webhooks'] {
  const failed: { url: string; status: number | null; advice: string }[] = [];
  for (const { url, attempts, state } of deliveries) {
    const last = attempts.at(-1);
    if (last !== undefined && state !== 'succeeded' && last.at >= since)
      failed.push({ url, status: last.status, advice: adviceForWebhook(last) });
  }
  return counted(failed, ({ url, status, advice: words }) => `${status} ${words} ${url}`);
}

function adviceOf({ cause, remedy }: Cause): string {
  return `${cause} ${remedy}`;
}

/** A fault is only blamed for what it did. */
function adviceForRequest({ fault, reply }: LoggedRequest, code: string | null): string {
  if (fault?.isResponse === true) {
    const result = reply === 'disconnect' ? ' The caller does not know the result.' : '';
    return `A fault did this: ${fault.text}.${result}`;
  }
  return code === null ? 'The response has no error code.' : adviceOf(causeOfError(code));
}

function adviceForWebhook(attempt: Attempt): string {
  const failure = webhookFailureOf(attempt);
  return failure === undefined ? '' : adviceOf(WEBHOOK_FAILURES[failure]);
}

function ratesOf(messages: Sequence<Message>, now: number): OverviewResponse['rates'] {
  const first = messages.slice(0, 1)[0]?.batch.queuedAt;
  if (first === undefined) return [];
  const begin = Math.max(now - LONGEST_MS, Math.min(first, now - SHORTEST_MS));
  const span = (now - begin) / SPANS;
  const spanOf = (at: number) => Math.min(SPANS - 1, Math.floor((at - begin) / span));
  const rates = Array.from({ length: SPANS }, (_, index) => ({
    at: formatTimestamp(begin + index * span),
    queued: 0,
    failed: 0,
  }));
  messages.forEach(({ batch, state, resolvedAt = 0 }) => {
    const queued = rates[spanOf(batch.queuedAt)];
    if (queued !== undefined) queued.queued++;
    const failed = state === 'failed' ? rates[spanOf(resolvedAt)] : undefined;
    if (failed !== undefined) failed.failed++;
  });
  return rates;
}

/** The first row of each key with the number of rows, the largest number first. */
function counted<Row>(rows: readonly Row[], keyOf: (row: Row) => string): (Row & { count: number })[] {
  const groups = [...Map.groupBy(rows, keyOf).values()] as [Row, ...Row[]][];
  return groups
    .map(([row, ...others]) => ({ ...row, count: others.length + 1 }))
    .toSorted((a, b) => b.count - a.count);
}
