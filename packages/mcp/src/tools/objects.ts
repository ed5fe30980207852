import type { Attempt, Delivery, Job, Message, Request } from '../answers.ts';
import { counted, quoted } from '../texts.ts';

/** A message in one line, with its identifier. */
export function messageLine({ messageUuid, from, to, body, state, sendAt, receipt }: Message): string {
  const when = state === 'scheduled' ? ` for ${sendAt}` : '';
  const why = state === 'failed' && receipt !== null ? ` (code ${receipt.code}, ${receipt.description})` : '';
  return `- ${messageUuid}: ${from} → ${to}, ${state}${when}${why}: ${quoted(body)}`;
}

/** The members of a message that a tool returns. */
export const MESSAGE_MEMBERS =
  'messageUuid batchUuid to from body units channel state queuedAt sendAt receipt';

/** The members of a message without the others, which a strict schema refuses. */
export function shownMessage(message: Message): Readonly<Record<string, unknown>> {
  return only(message, MESSAGE_MEMBERS);
}

/** Some members of an object, separated by spaces. */
export function only(object: object, names: string): Readonly<Record<string, unknown>> {
  const members = object as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.split(' ').map((name) => [name, members[name]]));
}

/** A webhook in one line, with its identifier. */
export function deliveryLine({ id, kind, url, state, attempts }: Delivery): string {
  const last = attempts.at(-1);
  const latest = last === undefined ? 'no attempt yet' : `latest attempt at ${last.at}: ${outcomeOf(last)}`;
  return `- ${id}: ${kind} to ${url}, ${state} after ${counted(attempts.length, 'attempt')}; ${latest}`;
}

/** The outcome of an attempt in words. */
export function outcomeOf({ status, error }: Attempt): string {
  return status === null ? (error ?? 'no response') : `status ${status}`;
}

/** The members of a webhook that a tool returns, and those of its attempts. */
export const DELIVERY_MEMBERS = 'id kind url state payload attempts';
export const ATTEMPT_MEMBERS = 'at status error';

/** The members of a webhook without the others, which a strict schema refuses. */
export function shownDelivery(delivery: Delivery): Readonly<Record<string, unknown>> {
  const attempts = delivery.attempts.map((attempt) => only(attempt, ATTEMPT_MEMBERS));
  return { ...only(delivery, DELIVERY_MEMBERS), attempts };
}

/** A call of the public API in one line, with its number. */
export function requestLine({ id, at, method, url, status, errorCode, summary }: Request): string {
  const outcome =
    status === null ? 'the connection was cut' : `${status}${errorCode === null ? '' : ` ${errorCode}`}`;
  return `- ${id}: ${at} ${method} ${url} → ${outcome}${summary === null ? '' : ` (${summary})`}`;
}

/** A pending job in one line, with its identifier. */
export function jobLine({ id, dueAt, does }: Job): string {
  return `- ${id}: at ${dueAt}, will ${does}`;
}
