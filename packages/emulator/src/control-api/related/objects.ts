import { formatTimestamp } from '@messaging-service/contract';
import type { Batch, Delivery, LedgerEntry, Message } from '../../domain/state/state.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import type { Service } from '../../service/service.ts';
import { jobId, jobText } from '../views/job.ts';
import { changeText } from '../views/ledger-entries.ts';
import { summarizeRequest } from '../views/request.ts';

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

/** An object that another one is related to. */
export interface RelatedObject {
  readonly id: string;
  /** The object in a few words. */
  readonly text: string;
  /** When a change of credits was made, or when a job is due: ISO 8601. */
  readonly at?: string;
  /** The account of a change of credits. */
  readonly accountUuid?: string;
}

/** The objects of one kind. */
export interface RelatedGroup {
  readonly kind: ObjectKind;
  readonly objects: readonly RelatedObject[];
  /** Whether there may be more of them. */
  readonly isCut: boolean;
}

/** A change of credits, and the account whose credits it changed. */
export interface AccountChange {
  readonly accountUuid: string;
  readonly change: LedgerEntry;
}

/** Objects of one kind that are returned. */
const MOST = 10;

/** Objects without duplicates, at most one more than are returned. */
class Found<Key, Value> {
  readonly #values = new Map<Key, Value>();

  get values(): readonly Value[] {
    return [...this.#values.values()];
  }

  get isFull(): boolean {
    return this.#values.size > MOST;
  }

  has(key: Key): boolean {
    return this.#values.has(key);
  }

  add(key: Key, value: Value | undefined): void {
    if (value !== undefined && !this.isFull) this.#values.set(key, value);
  }
}

/** The objects around one object. */
export class Related {
  readonly requests = new Found<number, LoggedRequest>();
  readonly batches = new Found<string, Batch>();
  readonly messages = new Found<string, Message>();
  readonly phones = new Found<string, string>();
  readonly accounts = new Found<string, string>();
  /** By the numbers of their facts. */
  readonly entries = new Found<number, AccountChange>();
  readonly webhooks = new Found<string, Delivery>();
  readonly jobs = new Found<string, DueJob>();
  /** Accounts whose schedules are related. */
  readonly schedules = new Set<string>();

  addBatch(batch: Batch | undefined): void {
    if (batch !== undefined) this.batches.add(batch.uuid, batch);
  }

  addMessage(message: Message | undefined): void {
    if (message === undefined) return;
    this.messages.add(message.uuid, message);
    this.addBatch(message.batch);
  }

  addChange(accountUuid: string, change: LedgerEntry): void {
    this.entries.add(change.seq, { accountUuid, change });
  }

  addWebhooks(deliveries: Iterable<Delivery>): void {
    for (const delivery of deliveries) this.webhooks.add(delivery.id, delivery);
  }

  /** The objects by kind, without the one that they are related to. */
  groups({ core }: Service, subject: { readonly kind: ObjectKind; readonly id: string }): RelatedGroup[] {
    const { state } = core;
    const objects: Readonly<Record<ObjectKind, readonly RelatedObject[]>> = {
      request: this.requests.values.map((entry) => ({ id: String(entry.id), text: requestText(entry) })),
      batch: this.batches.values.map((batch) => ({ id: batch.uuid, text: batchText(batch) })),
      message: this.messages.values.map((message) => ({ id: message.uuid, text: messageText(message) })),
      phone: this.phones.values.map((number) => ({ id: number, text: `+${number}` })),
      account: this.accounts.values.map((id) => ({ id, text: state.accounts.get(id)?.name ?? id })),
      entry: this.entries.values
        .toSorted((a, b) => a.change.seq - b.change.seq)
        .map(({ accountUuid, change }) => ({
          id: String(change.seq),
          text: changeText(change),
          at: formatTimestamp(change.at),
          accountUuid,
        })),
      webhook: this.webhooks.values.map(({ id, kind, state: result }) => ({
        id,
        text: `${kind} · ${result}`,
      })),
      job: this.jobs.values.map(({ dueAt, job }) => ({
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
