import { WEBHOOK_FAILURES, webhookFailureOf } from '@messaging-service/contract';
import type { Delivery } from '../domain/state/state.ts';
import type { OtherSide, ReasonSources } from './reason.ts';

/** How much of a response is shown: the first lines. */
const MOST_LINES = 8;
const MOST_CHARACTERS = 1_000;

/** What the application's server responded to the latest attempt at a webhook; undefined before the first. */
export function otherSideOf({ attempts: log }: ReasonSources, delivery: Delivery): OtherSide | undefined {
  const latest = delivery.attempts.at(-1);
  if (latest === undefined) return undefined;
  const { status, error } = latest;
  const response = log.exchangeOf(delivery.id, delivery.attempts.length - 1)?.response;
  const body = response?.body ?? '';
  const text = body.split('\n', MOST_LINES).join('\n').slice(0, MOST_CHARACTERS).trimEnd();
  return { status, error, text, isCut: response?.isCut === true || text.length < body.trimEnd().length };
}

/** The response to an attempt in words, such as `status 500` or `ECONNREFUSED`. */
export function responseWords({ status, error }: Pick<OtherSide, 'status' | 'error'>): string {
  return status === null ? (error ?? 'no response') : `status ${status}`;
}

/** The cause and the remedy of the latest attempt at a webhook that was not accepted; undefined for others. */
export function webhookCause({ attempts }: Delivery) {
  const latest = attempts.at(-1);
  const failure = latest === undefined ? undefined : webhookFailureOf(latest);
  return failure && WEBHOOK_FAILURES[failure];
}
