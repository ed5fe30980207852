import { beginning, oneTimeCodeIn, visibleLine } from '@messaging-service/text';
import type { Fact } from '../../domain/state/facts.ts';
import type { State } from '../../domain/state/state.ts';
import { redactUrl } from '../../http/redact.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';

/** The content of a line of the log, in both forms. */
export interface LogEntry {
  /** The members of a line of JSON, in their order. */
  readonly json: Readonly<Record<string, unknown>>;
  /** For humans. Text from callers is quoted, so that it cannot control the terminal. */
  readonly text: string;
}

/** Messages of one batch that get a line each. The rest is counted, because a batch can have very many. */
const LINES_PER_BATCH = 100;

/** Bodies longer than this are cut in the text log. */
const LONGEST_BODY = 120;

/** The entry for a call of the public API, without its key. */
export function entryOfCall({ request, reply, tookMs: exact }: LoggedRequest): LogEntry {
  const { method } = request;
  const url = redactUrl(request.url);
  const status = reply === 'disconnect' ? null : reply.status;
  const tookMs = Math.round(exact * 10) / 10;
  return {
    json: { type: 'call', method, url, status, tookMs },
    text: `${visibleLine(`${method} ${url}`)}  ${status ?? 'disconnected'}  ${tookMs} ms`,
  };
}

/** The entries for a change of state: messages that are queued, and attempts at webhooks. */
export function entriesOfFact(fact: Fact, { deliveries }: State): LogEntry[] {
  if (fact.type === 'batch-queued') return entriesOfBatch(fact);
  if (fact.type !== 'webhook-attempted') return [];
  const delivery = deliveries.get(fact.deliveryId);
  if (delivery === undefined) return [];
  const { status, error } = fact.attempt;
  const { kind, attempts } = delivery;
  const url = redactUrl(delivery.url);
  const attempt = attempts.indexOf(fact.attempt) + 1 || attempts.length;
  const result = status ?? visibleLine(error ?? 'no response');
  return [
    {
      json: { type: 'webhook', kind, url, attempt, status, error },
      text: `webhook  ${kind} → ${visibleLine(url)}  attempt ${attempt}: ${result}`,
    },
  ];
}

function entriesOfBatch(batch: Extract<Fact, { readonly type: 'batch-queued' }>): LogEntry[] {
  const { destinations, messageUuids, from, body, batchUuid } = batch;
  const sendAt = batch.sendAt === undefined ? undefined : new Date(batch.sendAt).toISOString();
  const code = oneTimeCodeIn(body);
  const shown = JSON.stringify(beginning(body, LONGEST_BODY));
  const details = [code && `code ${code}`, sendAt && `scheduled for ${sendAt}`].filter(Boolean);
  const entries = destinations.slice(0, LINES_PER_BATCH).map((to, index): LogEntry => {
    const messageUuid = messageUuids[index];
    return {
      json: { type: 'message', to, from, body, code, sendAt, messageUuid },
      text: [`message  ${visibleLine(from)} → ${to}  ${visibleLine(shown)}`, ...details].join('  '),
    };
  });
  const count = destinations.length - entries.length;
  const json = { type: 'more-messages', count, batchUuid } as const;
  return count === 0 ? entries : [...entries, { json, text: `message  and ${count} more of this batch` }];
}
