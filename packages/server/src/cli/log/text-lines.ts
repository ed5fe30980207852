import type {
  Batch,
  BatchQueued,
  Fact,
  LoggedRequest,
  Message,
  State,
} from '@messaging-service/emulator/host';
import { redactUrl } from '@messaging-service/emulator/host';
import { type Paint, type Part, visibleParts } from '../terminal/paint.ts';
import { listenInOrder } from './call-order.ts';
import type { Log } from './log.ts';
import {
  attemptOf,
  hasLine,
  LINES_PER_BATCH,
  linesOf,
  outcomeOf,
  quoteOf,
  refusalOf,
  resultOf,
  scheduledFor,
  tookMs,
} from './words.ts';

/** Logs a line for each event, for files and the logs of other programs. EMU-21. */
export function textLines(paint: Paint, write: (lines: string) => void): Log {
  return (service, sandbox) => {
    const tallies = new WeakMap<Batch, Tally>();
    const lineOf = (at: number, parts: readonly Part[]) => {
      const time = new Date(at).toISOString().slice(11, 23);
      const places: Part[] = sandbox === undefined ? [] : [`${sandbox}  `];
      return `${paint(visibleParts([[time, 'quiet'], '  ', ...places, ...parts]))}\n`;
    };
    listenInOrder(service, (happenings) => {
      const { state } = service.core;
      const lines = happenings.flatMap(({ call, entry }) =>
        call === undefined
          ? partsOfFact(entry.fact, state, tallies).map((parts) => lineOf(entry.at, parts))
          : [lineOf(call.at, partsOfCall(call))],
      );
      if (lines.length > 0) write(lines.join(''));
    });
  };
}

function partsOfCall(call: LoggedRequest): Part[] {
  const { request, reply } = call;
  const refusal = refusalOf(call);
  const status = reply === 'disconnect' ? 'disconnected' : `${reply.status}`;
  const result = refusal === undefined ? status : `${status} ${refusal.code}`.trimEnd();
  const hasFailed = refusal !== undefined || reply === 'disconnect';
  return [
    `${request.method} ${redactUrl(request.target.url)}  `,
    [result, hasFailed ? 'bad' : 'good'],
    `  ${tookMs(call)} ms`,
    ...(refusal === undefined || refusal.message === '' ? [] : [`  ${refusal.message}`]),
  ];
}

/** The outcomes of the messages of a batch that have no line of their own. */
interface Tally {
  delivered: number;
  failed: number;
}

function partsOfFact(fact: Fact, state: State, tallies: WeakMap<Batch, Tally>): Part[][] {
  if (fact.type === 'batch-queued') return partsOfBatch(fact);
  if (fact.type === 'batch-cancelled') return [[`message  batch ${fact.batchUuid} is cancelled`]];
  if (fact.type === 'message-delivered' || fact.type === 'message-failed') {
    const message = state.messages.get(fact.messageUuid);
    if (message === undefined) return [];
    if (!hasLine(message)) return partsOfTally(message, tallies);
    return [[`message  ${message.batch.from} → ${message.to}  `, ...outcomeOf(message)]];
  }
  if (fact.type === 'inbound-received') {
    const { from, to, message } = fact.payload;
    return [[`reply  ${from} → ${to}  ${quoteOf(message).quote}`]];
  }
  if (fact.type !== 'webhook-attempted') return [];
  const delivery = state.deliveries.get(fact.deliveryId);
  if (delivery === undefined) return [];
  const attempt = attemptOf(delivery, fact.attempt);
  const url = redactUrl(delivery.url);
  return [[`webhook  ${delivery.kind} → ${url}  attempt ${attempt}: `, resultOf(fact.attempt)]];
}

/** Counts the outcome of a message without a line. The last one of the batch makes the line for all of them. */
function partsOfTally({ batch, state }: Message, tallies: WeakMap<Batch, Tally>): Part[][] {
  const tally = tallies.get(batch) ?? { delivered: 0, failed: 0 };
  tallies.set(batch, tally);
  if (state === 'failed') tally.failed++;
  else tally.delivered++;
  const { delivered, failed } = tally;
  const more = batch.messages.length - LINES_PER_BATCH;
  if (delivered + failed !== more) return [];
  const failures: Part = [`${failed} failed`, failed === 0 ? 'quiet' : 'bad'];
  return [[`message  the ${more} more of this batch: ${delivered} delivered, `, failures]];
}

function partsOfBatch(batch: BatchQueued): Part[][] {
  const { quote, code } = quoteOf(batch.body);
  const sendAt = scheduledFor(batch);
  const details: Part[] = [
    ...(code === undefined ? [] : ['  ', [`code ${code}`, 'code'] as const]),
    ...(sendAt === undefined ? [] : [`  scheduled for ${sendAt}`]),
  ];
  const { shown, more } = linesOf(batch);
  const lines = shown.map(({ to }) => [`message  ${batch.from} → ${to}  ${quote}`, ...details]);
  return more === 0 ? lines : [...lines, [`message  and ${more} more of this batch`]];
}
