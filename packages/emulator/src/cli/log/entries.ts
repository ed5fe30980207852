import type { Fact } from '../../domain/state/facts.ts';
import type { State } from '../../domain/state/state.ts';
import { redactUrl } from '../../http/redact.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';

/** The content of a line of the log. Members are in the order in which JSON shows them. */
export type LogEntry =
  | {
      readonly type: 'call';
      readonly method: string;
      readonly url: string;
      readonly status: number | null;
      readonly tookMs: number;
    }
  | {
      readonly type: 'message';
      readonly to: string;
      readonly from: string;
      readonly body: string;
      /** The one-time code in the body, if there is one. */
      readonly code: string | undefined;
      /** When it is due, for a scheduled message. */
      readonly sendAt: string | undefined;
      readonly messageUuid: string;
    }
  | { readonly type: 'more-messages'; readonly count: number; readonly batchUuid: string }
  | {
      readonly type: 'webhook';
      readonly kind: string;
      readonly url: string;
      readonly attempt: number;
      readonly status: number | null;
      readonly error: string | null;
    };

/** Messages of one batch that get a line each. The rest is counted, because a batch can have very many. */
const LINES_PER_BATCH = 100;

/** The entry for a call of the public API, without its key. */
export function entryOfCall({ request, reply, tookMs }: LoggedRequest): LogEntry {
  const status = reply === 'disconnect' ? null : reply.status;
  const { method, url } = request;
  return { type: 'call', method, url: redactUrl(url), status, tookMs: Math.round(tookMs * 10) / 10 };
}

/** The entries for a change of state: messages that are queued, and attempts at webhooks. */
export function entriesOfFact(fact: Fact, { deliveries }: State): LogEntry[] {
  if (fact.type === 'batch-queued') return entriesOfBatch(fact);
  if (fact.type !== 'webhook-attempted') return [];
  const delivery = deliveries.get(fact.deliveryId);
  if (delivery === undefined) return [];
  const { status, error } = fact.attempt;
  const attempt = delivery.attempts.indexOf(fact.attempt) + 1 || delivery.attempts.length;
  return [{ type: 'webhook', kind: delivery.kind, url: redactUrl(delivery.url), attempt, status, error }];
}

function entriesOfBatch(batch: Extract<Fact, { readonly type: 'batch-queued' }>): LogEntry[] {
  const { destinations, messageUuids, from, body, batchUuid } = batch;
  const sendAt = batch.sendAt === undefined ? undefined : new Date(batch.sendAt).toISOString();
  const code = codeIn(body);
  const entries: LogEntry[] = destinations.slice(0, LINES_PER_BATCH).map((to, index) => {
    const messageUuid = messageUuids[index] as string;
    return { type: 'message', to, from, body, code, sendAt, messageUuid };
  });
  const count = destinations.length - entries.length;
  return count === 0 ? entries : [...entries, { type: 'more-messages', count, batchUuid }];
}

/** The only group of four to eight digits in a text: users look for one-time codes. */
function codeIn(body: string): string | undefined {
  const groups = body.match(/(?<![\d.,])\d{4,8}(?![\d]|[.,]\d)/g) ?? [];
  return groups.length === 1 ? groups[0] : undefined;
}
