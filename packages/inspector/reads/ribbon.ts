import { formatTimestamp } from '@messaging-service/contract';
import type { DueJob, Job, Service } from '@messaging-service/emulator/host';
import {
  count,
  doc,
  type Endpoint,
  EXAMPLES,
  endpoint,
  instant,
  instantOrNull,
  instantParameter,
  list,
  mustGet,
  now,
  object,
  optional,
  type State,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { binsParameter } from './bins.ts';
import { RIBBON_KINDS, RibbonBins, type RibbonKind } from './ribbon-bins.ts';

const DEFAULT_BINS = 240;

const ribbonQuery = z
  .strictObject({
    from: doc(instantParameter, 'The beginning of the period.', EXAMPLES.now),
    to: doc(instantParameter, 'The end of the period.', EXAMPLES.later),
    bins: binsParameter('Number of bins; 240 by default, 1,000 at most.'),
  })
  .check(z.refine(({ from, to }) => (from ?? 0) < (to ?? 0), 'must have a "to" that is later than "from"'));

const counts = Object.fromEntries(
  Object.entries(RIBBON_KINDS).map(([kind, meaning]) => [kind, optional(z.int(), meaning, 3)]),
) as Record<RibbonKind, ReturnType<typeof optional<z.ZodMiniInt>>>;

const ribbonAnswer = z.strictObject({
  now,
  first: instantOrNull(
    'When the first message was queued or received, or the first of the latest moves began; null before that.',
  ),
  bins: list(
    'Equal parts of the period in which something happens, in order. Each begins after `from` and contains `to`. Kinds without a number are left out.',
    {
      from: instant('The beginning of the bin.'),
      to: instant('The end of the bin.', EXAMPLES.later),
      ...counts,
    },
  ),
  moves: list('The latest moves of the clock in the period, oldest first.', {
    from: instant('The time before the move.'),
    to: instant('The time after the move.', EXAMPLES.later),
  }),
  next: instantOrNull(
    'When the next job is due, in the period or not; null when there is none.',
    EXAMPLES.later,
  ),
  later: object('Jobs that are due after the period.', {
    jobs: count('How many there are.', 0),
    at: instantOrNull('When the first of them is due; null when there is none.', EXAMPLES.later),
  }),
});

/** `GET /ribbon`. */
export type RibbonResponse = z.output<typeof ribbonAnswer>;

/** A bin of `GET /ribbon`. */
export type RibbonBin = RibbonResponse['bins'][number];

/** What happened in a period, and what is due in it, in a bounded number of bins. */
export const RIBBON_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getRibbon', 'GET /ribbon', {
    tag: 'inspector',
    description:
      'Counts what happened in a period, what lasts, and what is due, in equal bins. The response has at most as many bins as requested, whatever happened.',
    query: ribbonQuery,
    answer: ribbonAnswer,
    run: ({ service, query: { from = 0, to = 0, bins = DEFAULT_BINS } }) =>
      viewRibbon(service, from, to, new RibbonBins(from, to, bins)),
  }),
];

/** Reads a period. EMU-27. */
function viewRibbon(service: Service, from: number, to: number, bins: RibbonBins): RibbonResponse {
  const { state, driver, agenda } = service.core;
  addMessages(bins, state);
  addWebhooks(bins, state);
  for (const { at } of state.received) bins.add('replies', at);
  for (const { at, reply, fault } of service.requests.entries()) {
    if (reply === 'disconnect' || reply.status >= 400) bins.add('refused', at);
    if (fault !== undefined) bins.add('faults', at);
  }
  const jobs = agenda.upcoming(Number.POSITIVE_INFINITY);
  for (const { dueAt, job } of jobs) addJob(bins, state, dueAt, job);
  const later = jobs.filter(({ dueAt }) => dueAt > to);
  return {
    now: formatTimestamp(driver.now()),
    first: firstOf(state, service.timeline.moves[0]?.from),
    bins: bins.view(),
    moves: service.timeline.moves
      .filter((move) => move.to > from && move.from < to)
      .map((move) => ({ from: formatTimestamp(move.from), to: formatTimestamp(move.to) })),
    next: timeOf(jobs[0]),
    later: { jobs: later.length, at: timeOf(later[0]) },
  };
}

/** Sends, receipts, and how long messages waited for them. Those that still wait have a job. */
function addMessages(bins: RibbonBins, { index }: State): void {
  index.messages.forEach(({ batch, state, sentAt, resolvedAt }) => {
    bins.add('queued', batch.queuedAt);
    if (batch.sendAt !== undefined && !batch.pending) bins.span('waiting', batch.queuedAt, batch.sendAt);
    if (resolvedAt === undefined) return;
    bins.add(state === 'failed' ? 'failed' : 'delivered', resolvedAt);
    if (sentAt !== undefined) bins.span('waiting', sentAt, resolvedAt);
  });
}

function addWebhooks(bins: RibbonBins, { index }: State): void {
  for (const { attempts, state, fault } of index.deliveries) {
    for (const { at, status } of attempts) {
      bins.add('attempts', at);
      if (status !== 200) bins.add('failedAttempts', at);
    }
    const [first, last] = [attempts[0], attempts.at(-1)];
    if (fault !== undefined && first !== undefined) bins.add('faults', first.at);
    if (first !== undefined && last !== undefined && state !== 'pending')
      bins.span('retrying', first.at, last.at);
  }
}

/** A job, and the wait for it. */
function addJob(bins: RibbonBins, state: State, dueAt: number, job: Job): void {
  switch (job.kind) {
    case 'send-batch': {
      const { queuedAt, messages } = mustGet(state.batches, job.batchUuid);
      bins.add('dueMessages', dueAt, messages.length);
      bins.span('waiting', queuedAt, dueAt, messages.length);
      break;
    }
    case 'resolve-messages':
      bins.add('dueReceipts', dueAt, job.messageUuids.length);
      for (const uuid of job.messageUuids)
        bins.span('waiting', mustGet(state.messages, uuid).sentAt ?? dueAt, dueAt);
      break;
    case 'attempt-webhook': {
      const [first] = mustGet(state.deliveries, job.deliveryId).attempts;
      bins.add('dueAttempts', dueAt);
      bins.span('retrying', first?.at ?? dueAt, dueAt);
      break;
    }
    case 'run-schedule': {
      const { ledger } = mustGet(state.accounts, job.accountUuid);
      const latest = ledger.findLast(
        ({ type }) => type === 'paid-credits-reset' || type === 'packaged-credits-refilled',
      );
      bins.add('dueSchedules', dueAt);
      bins.span('schedules', (latest ?? ledger[0])?.at ?? dueAt, dueAt);
    }
  }
}

function timeOf(job: DueJob | undefined): string | null {
  return job === undefined ? null : formatTimestamp(job.dueAt);
}

/** The time of the first message in either direction, or that of a move which came before it. */
function firstOf({ index, received }: State, moved: number | undefined): string | null {
  const times = [index.messages.slice(0, 1)[0]?.batch.queuedAt, received[0]?.at, moved];
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? null : formatTimestamp(Math.min(...known));
}
