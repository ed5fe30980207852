import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { Batch, Delivery, LedgerEntry, Message } from '../../domain/state/state.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import { doc } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { jobId, jobText } from '../views/job.ts';
import { changeText } from '../views/ledger-entries.ts';
import { summarizeRequest } from '../views/request.ts';
import { accountUuid, EXAMPLES, text } from '../views/values.ts';

/** The kinds of objects, in the order in which related ones are listed. */
export const OBJECT_KINDS = [
  'request',
  'batch',
  'message',
  'phone',
  'account',
  'entry',
  'webhook',
  'job',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

const objectAnswer = z.strictObject({
  id: text('Identifier of the object.', EXAMPLES.message),
  text: text('Description for users.', '1 message to +447700900123'),
  at: doc(z.optional(z.string()), 'When credits changed, or when a job is due.', EXAMPLES.now),
  accountUuid: doc(z.optional(accountUuid), 'The account of a change of credits.', EXAMPLES.account),
});

const groupAnswer = z.strictObject({
  kind: doc(z.enum(OBJECT_KINDS), 'Kind of the objects.', 'request'),
  objects: doc(z.array(objectAnswer), 'The objects of this kind, at most ten.'),
  isCut: doc(z.boolean(), 'Whether there may be more than the ten that are returned.', true),
});

/** `GET /related`. */
export const relatedAnswer = z.strictObject({
  related: doc(z.array(groupAnswer), 'The related objects by kind.'),
});

/** An object that another one is related to. */
export type RelatedObject = z.infer<typeof objectAnswer>;

/** The objects of one kind. */
export type RelatedGroup = z.infer<typeof groupAnswer>;

/** Objects of one kind that are returned. */
const MOST = 10;

/** The objects around one object, each of them once. The first ones are returned. */
export class Related {
  readonly requests = new Set<LoggedRequest>();
  readonly batches = new Set<Batch>();
  readonly messages = new Set<Message>();
  /** Numbers in digits. */
  readonly phones = new Set<string>();
  /** UUIDs of accounts. */
  readonly accounts = new Set<string>();
  /** Changes of credits, each with the UUID of its account. */
  readonly entries = new Map<LedgerEntry, string>();
  readonly webhooks = new Set<Delivery>();
  readonly jobs = new Set<DueJob>();
  /** UUIDs of accounts whose schedules are related. */
  readonly schedules = new Set<string>();

  addMessage(message: Message | undefined): void {
    if (message === undefined) return;
    this.messages.add(message);
    this.batches.add(message.batch);
  }

  /** Adds a batch with all its messages. */
  addBatch(batch: Batch | undefined): void {
    for (const message of batch?.messages ?? []) this.addMessage(message);
  }

  addWebhooks(deliveries: Iterable<Delivery>): void {
    for (const delivery of deliveries) this.webhooks.add(delivery);
  }

  /** The objects by kind, without the one that they are related to. */
  groups({ core }: Service, subject: { readonly kind: ObjectKind; readonly id: string }): RelatedGroup[] {
    const { state } = core;
    const objects: Readonly<Record<ObjectKind, readonly RelatedObject[]>> = {
      request: first(this.requests).map((entry) => ({ id: String(entry.id), text: requestText(entry) })),
      batch: first(this.batches).map((batch) => ({ id: batch.uuid, text: batchText(batch) })),
      message: first(this.messages).map((message) => ({ id: message.uuid, text: messageText(message) })),
      phone: first(this.phones).map((number) => ({ id: number, text: `+${number}` })),
      account: first(this.accounts).map((id) => ({ id, text: state.accounts.get(id)?.name ?? id })),
      entry: first(this.entries)
        .toSorted(([a], [b]) => a.seq - b.seq)
        .map(([change, accountUuid]) => ({
          id: String(change.seq),
          text: changeText(change),
          at: formatTimestamp(change.at),
          accountUuid,
        })),
      webhook: first(this.webhooks).map(({ id, kind, state: result }) => ({
        id,
        text: `${kind} · ${result}`,
      })),
      job: first(this.jobs).map(({ dueAt, job }) => ({
        id: jobId(job),
        text: jobText(state, job),
        at: formatTimestamp(dueAt),
      })),
    };
    return OBJECT_KINDS.flatMap((kind): RelatedGroup[] => {
      const others = objects[kind].filter(({ id }) => kind !== subject.kind || id !== subject.id);
      const shown = others.slice(0, MOST);
      return shown.length === 0 ? [] : [{ kind, objects: shown, isCut: others.length > MOST }];
    });
  }
}

/** One object more than are returned, because the subject can be among them. */
function first<Value>(objects: Iterable<Value>): Value[] {
  return [...objects].slice(0, MOST + 1);
}

function requestText(entry: LoggedRequest): string {
  const { id, method, url, status, errorCode } = summarizeRequest(entry);
  const result = errorCode === null ? (status ?? 'cut') : `${status} ${errorCode}`;
  return `#${id} ${method} ${url.split('?')[0]} · ${result}`;
}

function batchText({ messages, from }: Batch): string {
  return `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} from ${from}`;
}

function messageText({ to, batch, state }: Message): string {
  return `+${to.replace('+', '')} · ${batch.pending ? 'scheduled' : state}`;
}
