import type { InboundMessage } from '@messaging-service/contract';
import {
  type Attempt,
  type Batch,
  countIn,
  type Delivery,
  type Message,
} from '@messaging-service/emulator/host';
import { outcomeOf, quoteOf, resultOf } from '../log/words.ts';
import { type Part, textOf } from './paint.ts';
import { textLine } from './text-line.ts';

/** What has happened so far to the object of one line. */
export interface Life {
  /** The time, and the sandbox if there is one. */
  start: readonly Part[];
  readonly batchUuid: string | undefined;
  /** Its latest webhook. */
  delivery: Delivery | undefined;
  /** How many attempts at webhooks had each result. */
  readonly results: Map<string, number>;
  isCancelled: boolean;
}

/** Attempts that are shown one by one: the latest ones. */
const MOST_ATTEMPTS = 3;

/** Counts an attempt at a webhook. */
export function countAttempt({ results }: Life, attempt: Attempt): void {
  const result = textOf(resultOf(attempt));
  results.set(result, (results.get(result) ?? 0) + 1);
}

/** The line of a text. */
export function lineOfMessage(message: Message, life: Life, columns: number): readonly Part[] {
  const { from, body } = message.batch;
  const { quote, code } = quoteOf(body);
  const outcome = life.isCancelled ? CANCELLED : outcomeOf(message);
  const notes = [code === undefined ? [] : [[code, 'code'] as const], webhookOf(life)];
  return textLine({ start: life.start, from, to: message.to, quote, outcome, notes }, columns);
}

/** The line of a batch of many texts, which counts them. */
export function lineOfBatch(batch: Batch, life: Life, columns: number): readonly Part[] {
  const { from, body, messages } = batch;
  const to = `${messages.length} numbers`;
  const delivered = countIn(messages, 'delivered');
  const failed = countIn(messages, 'failed');
  const rest = messages.length - delivered - failed;
  const counts: Part[][] = [
    ...(failed === 0 ? [] : [[[`✗ ${failed} failed`, 'bad'] as const]]),
    ...(delivered === 0 ? [] : [[[`✓ ${delivered} delivered`, 'good'] as const]]),
    ...(rest === 0 ? [] : [[[`${rest} wait`, 'waits'] as const]]),
  ];
  const [outcome = [], ...others] = life.isCancelled ? [CANCELLED] : counts;
  const results = [...life.results].map(([result, count]) => `${result} ×${count}`).join(', ');
  const notes = [...others, results === '' ? [] : [`webhook ${results}`]];
  return textLine({ start: life.start, from, to, quote: quoteOf(body).quote, outcome, notes }, columns);
}

/** The line of a message from a phone. */
export function lineOfReply(
  { from, to, message }: InboundMessage,
  life: Life,
  columns: number,
): readonly Part[] {
  const { quote } = quoteOf(message);
  const outcome: Part[] = [['reply', 'strong']];
  const notes = [webhookOf(life)];
  return textLine({ start: life.start, from: `${from}`, to, quote, outcome, notes }, columns);
}

/** The line of another webhook. */
export function lineOfWarning({ kind }: Delivery, life: Life): readonly Part[] {
  const webhook = webhookOf(life);
  return [...life.start, ` ${kind}`, ...(webhook.length === 0 ? [] : ['  ', ...webhook])];
}

const CANCELLED: Part[] = [['cancelled', 'quiet']];

/** The responses to the latest webhook. */
function webhookOf({ delivery }: Life): Part[] {
  if (delivery === undefined || delivery.attempts.length === 0) return [];
  const { attempts, state } = delivery;
  const latest = attempts.slice(-MOST_ATTEMPTS);
  const hidden = attempts.length - latest.length;
  const results = latest.flatMap((attempt, index) => [...(index === 0 ? [] : [', ']), resultOf(attempt)]);
  const end: Part[] = state === 'exhausted' ? [[' gave up', 'bad']] : [];
  return ['webhook ', ...(hidden === 0 ? [] : [`${hidden} more, `]), ...results, ...end];
}
