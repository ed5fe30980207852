import { type ErrorBody, errorBodySchema } from '@messaging-service/contract';
import type {
  Attempt,
  BatchQueued,
  Delivery,
  LoggedRequest,
  Message,
} from '@messaging-service/emulator/host';
import { beginning, oneTimeCodeIn } from '@messaging-service/text';
import type { Part } from '../terminal/paint.ts';

/** Messages of one batch that get a line each. The rest is counted, because a batch can have very many. */
export const LINES_PER_BATCH = 100;

/** Longer bodies are cut. */
const LONGEST_BODY = 120;

/** How long a call took, in milliseconds with one digit after the point. */
export function tookMs({ tookMs: exact }: LoggedRequest): number {
  return Math.round(exact * 10) / 10;
}

/** The number of an attempt, from 1. */
export function attemptOf({ attempts }: Delivery, attempt: Attempt): number {
  return attempts.indexOf(attempt) + 1 || attempts.length;
}

/** When a batch is due, if it is scheduled. */
export function scheduledFor({ sendAt }: Pick<BatchQueued, 'sendAt'>): string | undefined {
  return sendAt === undefined ? undefined : new Date(sendAt).toISOString();
}

/** The messages of a batch that get a line each, and how many more there are. */
export function linesOf({ destinations, messageUuids }: BatchQueued) {
  const shown = destinations.slice(0, LINES_PER_BATCH).map((to, index) => {
    const messageUuid = messageUuids[index] as string;
    return { to, messageUuid };
  });
  return { shown, more: destinations.length - shown.length };
}

/** Whether a message gets lines of its own. */
export function hasLine(message: Message): boolean {
  const { messages } = message.batch;
  return messages.length <= LINES_PER_BATCH || messages.slice(0, LINES_PER_BATCH).includes(message);
}

/** The text of a message in quotes, and the code in it. */
export function quoteOf(body: string): { quote: string; code: string | undefined } {
  return { quote: JSON.stringify(beginning(body, LONGEST_BODY)), code: oneTimeCodeIn(body) };
}

/** The outcome of a message. */
export function outcomeOf({ state, receipt, batch }: Message): Part[] {
  if (state === 'delivered') return [['✓ delivered', 'good']];
  if (state === 'failed') return [[`✗ ${receipt?.code} ${receipt?.description}`, 'bad']];
  if (batch.pending && batch.sendAt !== undefined) return [[`due ${shortInstant(batch.sendAt)}`, 'waits']];
  return [[state === 'sent' ? 'sent, no receipt yet' : 'queued', 'waits']];
}

/** What a receiver responded to an attempt. */
export function resultOf({ status, error }: Attempt): Part {
  return [`${status ?? error ?? 'no response'}`, status === 200 ? 'good' : 'bad'];
}

/** A refusal of a call: its code and what the response says; undefined for a call that succeeded. */
export function refusalOf({ reply }: LoggedRequest): ErrorBody['error'] | undefined {
  if (reply === 'disconnect' || reply.status < 400) return undefined;
  try {
    const { success, data } = errorBodySchema.safeParse(JSON.parse(reply.body));
    return success ? data.error : NO_CODE;
  } catch {
    return NO_CODE;
  }
}

/** A fault can have any body. */
const NO_CODE = { code: '', message: '' };

/** The method of a call and its path without the query, which contains the key. */
export function targetOf({ request }: LoggedRequest): string {
  return `${request.method} ${request.target.path}`;
}

/** The parts of an instant in UTC. */
function read(at: number) {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(at).toUTCString().split(/,? /);
  return { date: `${weekday} ${Number(day)} ${month}`, year, time };
}

/** A day such as `Fri 2 Jan 2026`. */
export function dayOf(at: number): string {
  const { date, year } = read(at);
  return `${date} ${year}`;
}

/** A time of day such as `09:00:07`. */
export function timeOf(at: number): string {
  return read(at).time;
}

/** An instant such as `Fri 2 Jan 09:00`. */
export function shortInstant(at: number): string {
  const { date, time } = read(at);
  return `${date} ${time.slice(0, 5)}`;
}
