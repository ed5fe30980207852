import type { BatchQueued, Fact, LoggedRequest, State } from '@messaging-service/emulator/host';
import { redactUrl } from '@messaging-service/emulator/host';
import { oneTimeCodeIn } from '@messaging-service/text';
import type { Log } from './log.ts';
import { attemptOf, linesOf, scheduledFor, tookMs } from './words.ts';

/** The members of a line, in their order. */
type Members = Readonly<Record<string, unknown>>;

/** Logs lines of JSON: one for each call, each message that is queued, and each attempt at a webhook. EMU-21. */
export function jsonLines(write: (lines: string) => void): Log {
  return (service, sandbox) => {
    const print = (at: number, all: readonly Members[]) => {
      if (all.length === 0) return;
      const time = new Date(at).toISOString();
      write(
        all.map(({ type, ...rest }) => `${JSON.stringify({ at: time, type, sandbox, ...rest })}\n`).join(''),
      );
    };
    service.requests.listen((call) => print(call.at, [membersOfCall(call)]));
    service.core.journal.listen(({ at, fact }) => print(at, membersOfFact(fact, service.core.state)));
  };
}

function membersOfCall(call: LoggedRequest): Members {
  const { request, reply } = call;
  return {
    type: 'call',
    method: request.method,
    url: redactUrl(request.target.url),
    status: reply === 'disconnect' ? null : reply.status,
    tookMs: tookMs(call),
  };
}

function membersOfFact(fact: Fact, { deliveries }: State): Members[] {
  if (fact.type === 'batch-queued') return membersOfBatch(fact);
  if (fact.type !== 'webhook-attempted') return [];
  const delivery = deliveries.get(fact.deliveryId);
  if (delivery === undefined) return [];
  const { status, error } = fact.attempt;
  const attempt = attemptOf(delivery, fact.attempt);
  return [{ type: 'webhook', kind: delivery.kind, url: redactUrl(delivery.url), attempt, status, error }];
}

function membersOfBatch(batch: BatchQueued): Members[] {
  const { from, body, batchUuid } = batch;
  const sendAt = scheduledFor(batch);
  const code = oneTimeCodeIn(body);
  const { shown, more } = linesOf(batch);
  const members: Members[] = shown.map(({ to, messageUuid }) => ({
    type: 'message',
    to,
    from,
    body,
    code,
    sendAt,
    messageUuid,
  }));
  return more === 0 ? members : [...members, { type: 'more-messages', count: more, batchUuid }];
}
