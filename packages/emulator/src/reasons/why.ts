import type { Account, LedgerEntry } from '../domain/state/state.ts';
import { batchReason } from './batch-reason.ts';
import { entryReason } from './entry-reason.ts';
import { jobReason } from './job-reason.ts';
import { subjectOf } from './job-subject.ts';
import { wordsOfJob } from './job-words.ts';
import { messageReason } from './message-reason.ts';
import type { ObjectReference, Reason, ReasonOf, ReasonSources } from './reason.ts';
import {
  batchReference,
  entryReference,
  messageReference,
  replyReference,
  requestReference,
  webhookReference,
} from './references.ts';
import { replyReason } from './reply-reason.ts';
import { requestReason } from './request-reason.ts';
import { webhookReason } from './webhook-reason.ts';

/**
 * Why an object has its outcome.
 *
 * @param id - The UUID of a message, a batch, a webhook or a message from a handset; the number of a request; `entry:` and the
 * number of a change of credits; the identifier of a job, such as `send-batch:` and the UUID of its batch.
 * @returns Undefined when the service does not have the object.
 */
export function whyOf(sources: ReasonSources, id: string): Reason | undefined {
  for (const find of FIND) {
    const [subject, reason] = find(sources, id) ?? [];
    if (subject === undefined || reason === undefined) continue;
    const members = { subject, ...reason };
    return Object.fromEntries(
      Object.entries(members).filter(([, value]) => value !== undefined),
    ) as unknown as Reason;
  }
  return undefined;
}

type Find = (sources: ReasonSources, id: string) => readonly [ObjectReference, ReasonOf] | undefined;

/** A UUID is that of one object at most, because the service generates different ones. */
const FIND: readonly Find[] = [
  (sources, id) => {
    const message = sources.core.state.messages.get(id.toLowerCase());
    return message && [messageReference(message), messageReason(sources, message)];
  },
  (sources, id) => {
    const batch = sources.core.state.batches.get(id.toLowerCase());
    return batch && [batchReference(batch), batchReason(sources, batch)];
  },
  (sources, id) => {
    const delivery = sources.core.state.deliveries.get(id.toLowerCase());
    return delivery && [webhookReference(delivery), webhookReason(sources, delivery)];
  },
  (sources, id) => {
    const entry = /^\d{1,15}$/.test(id) ? sources.requests.entry(Number(id)) : undefined;
    return entry && [requestReference(entry), requestReason(sources, entry)];
  },
  (sources, id) => {
    const { state, agenda } = sources.core;
    if (!/^[a-z-]+:[\da-f-]{36}$/.test(id)) return undefined;
    const [due] = agenda.upcoming(1, (job) => subjectOf(state, job).id === id);
    return due && [jobReference(id, wordsOfJob(state, due.job)), jobReason(sources, due)];
  },
  (sources, id) => {
    const lower = id.toLowerCase();
    const reply = sources.core.state.received.find(({ payload }) => payload.mo_uuid === lower);
    return reply && [replyReference(reply), replyReason(sources, reply)];
  },
  (sources, id) => {
    const [, seq] = /^entry:(\d{1,15})$/.exec(id) ?? [];
    const [account, change] = seq === undefined ? [] : entryWith(sources, Number(seq));
    return account && change && [entryReference(account, change), entryReason(sources, account, change)];
  },
];

function jobReference(id: string, text: string): ObjectReference {
  return { kind: 'job', id, text: `job: ${text}` };
}

function entryWith({ core }: ReasonSources, seq: number): readonly [Account, LedgerEntry] | readonly [] {
  for (const account of core.state.accounts.values()) {
    const change = account.ledger.find((entry) => entry.seq === seq);
    if (change !== undefined) return [account, change];
  }
  return [];
}
