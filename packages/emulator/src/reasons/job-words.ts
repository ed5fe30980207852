import { beginning, visibleLine } from '@messaging-service/text';
import type { Job } from '../domain/state/jobs.ts';
import { type Account, bareNumber, type Message, mustGet, type State } from '../domain/state/state.ts';
import { phoneOf } from '../domain/views/phone-of.ts';

/** Characters of a text that a job shows. */
const SHOWN = 40;

/** What a job does, in the infinitive: `send “Hello” to +447700900123`. */
export function wordsOfJob(state: State, job: Job): string {
  switch (job.kind) {
    case 'send-batch':
      return `send ${wordsOfMessages(mustGet(state.batches, job.batchUuid).messages)}`;
    case 'resolve-messages': {
      const words = wordsOfMessages(job.messageUuids.map((uuid) => mustGet(state.messages, uuid)));
      return job.delivered ? `deliver ${words}` : `fail ${words} with ${job.receipt.code}`;
    }
    case 'attempt-webhook': {
      const delivery = mustGet(state.deliveries, job.deliveryId);
      const phone = phoneOf(state, delivery);
      const about = phone === null ? '' : ` about +${bareNumber(phone)}`;
      return `make attempt ${delivery.attempts.length + 1} at the ${delivery.kind} webhook to ${delivery.url}${about}`;
    }
    case 'run-schedule':
      return wordsOfSchedule(mustGet(state.accounts, job.accountUuid));
  }
}

/** The text and the number of the first, and how many others there are. */
function wordsOfMessages(messages: readonly Message[]): string {
  const [{ to, batch }] = messages as [Message, ...Message[]];
  const first = `“${visibleLine(beginning(batch.body, SHOWN))}” to +${bareNumber(to)}`;
  const others = messages.length - 1;
  if (others === 0) return first;
  return `${messages.length.toLocaleString('en')} texts ${first} and ${others.toLocaleString('en')} ${others === 1 ? 'other' : 'others'}`;
}

/** CRD-10 and CRD-11. */
function wordsOfSchedule({ name, paid, packaged }: Account): string {
  const reset = `reset the paid credits of ${name} to 0`;
  const refilled = `to ${packaged.refillAmount.toLocaleString('en')}`;
  if (!packaged.refillOnSchedule) return reset;
  if (!paid.resetOnSchedule) return `refill the packaged credits of ${name} ${refilled}`;
  return `${reset} and refill its packaged credits ${refilled}`;
}
