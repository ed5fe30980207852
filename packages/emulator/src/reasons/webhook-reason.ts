import { formatTimestamp } from '@messaging-service/contract';
import { nextAttemptAt, plannedAttempts, WEBHOOK_REFUSED } from '../domain/rules/webhook-deliveries.ts';
import { type Delivery, mustGet, type State } from '../domain/state/state.ts';
import { otherSideOf, responseWords, webhookCause } from './other-side.ts';
import type { Decider, ObjectReference, ReasonOf, ReasonSources } from './reason.ts';
import {
  accountReference,
  entryReference,
  messageReference,
  replyOfWebhook,
  replyReference,
  webhookReference,
} from './references.ts';

/** Why a webhook has its outcome. */
export function webhookReason(sources: ReasonSources, delivery: Delivery): ReasonOf {
  const { state, policy } = sources.core;
  const nextAt = nextAttemptAt(delivery, policy);
  const until = nextAt === undefined ? undefined : formatTimestamp(nextAt);
  const failure = webhookCause(delivery);
  const isOpen = delivery.state === 'pending';
  return {
    outcome: outcomeOf(delivery, until),
    result: isOpen ? 'open' : delivery.state === 'succeeded' ? 'success' : 'failure',
    decidedBy: deciderOf(delivery, policy.retryDelaysMs.length + 1),
    explanation: delivery.state === 'succeeded' ? undefined : failure?.cause,
    otherSide: otherSideOf(sources, delivery),
    remedy:
      delivery.state === 'succeeded' || failure === undefined
        ? undefined
        : { text: failure.remedy, action: 'resend', target: delivery.id },
    cause: causeOf(state, delivery),
    fault: delivery.fault,
    until,
  };
}

function outcomeOf(delivery: Delivery, until: string | undefined): string {
  const { attempts, state } = delivery;
  const latest = attempts.at(-1);
  if (latest === undefined) return 'on its way: the receiver has not responded yet';
  const times = attemptsText(delivery);
  if (state === 'succeeded') {
    const first = attempts.findIndex(({ status }) => status === 200);
    return first === 0 ? 'accepted at the first attempt' : `accepted after ${attemptsWords(first)} failed`;
  }
  const response = responseWords(latest);
  if (state === 'exhausted') return `not accepted, and given up after ${times}: ${response}`;
  return `not accepted yet after ${times}: ${response}${until === undefined ? '' : `, next attempt at ${until}`}`;
}

/** The attempts in numbers: those of the plan, and those by hand. EMU-28. */
function attemptsText(delivery: Delivery): string {
  const planned = plannedAttempts(delivery).length;
  const byHand = delivery.attempts.length - planned;
  return byHand === 0 ? attemptsWords(planned) : `${attemptsWords(planned)} and ${byHand} by hand`;
}

function attemptsWords(count: number): string {
  return `${count} ${count === 1 ? 'attempt' : 'attempts'}`;
}

function deciderOf(delivery: Delivery, most: number): Decider {
  const latest = delivery.attempts.at(-1);
  if (latest === undefined) return { kind: 'receiver', text: 'the receiver, which has not responded yet' };
  if (latest.error === WEBHOOK_REFUSED)
    return { kind: 'emulator', text: 'the emulator, which sends nothing to an emulator' };
  const receiver = `the receiver: ${responseWords(latest)}`;
  if (delivery.state === 'succeeded' && latest.byHand === true)
    return { kind: 'by-hand', text: 'an attempt by hand, which the receiver accepted' };
  if (delivery.state !== 'exhausted') return { kind: 'receiver', text: receiver };
  return {
    kind: 'plan',
    text: `the plan of attempts, which has ${most}; ${receiver}`,
  };
}

/** The object that a webhook reports on. */
function causeOf(state: State, delivery: Delivery): ObjectReference {
  const original = state.deliveries.get(delivery.copyOf ?? '');
  if (original !== undefined) return webhookReference(original);
  const reply = replyOfWebhook(state, delivery);
  if (reply !== undefined) return replyReference(reply);
  const message = state.messages.get(delivery.messageUuid ?? '');
  if (message !== undefined) return messageReference(message);
  const account = mustGet(state.accounts, delivery.accountUuid);
  const change = account.ledger.findLast(
    ({ seq, type }) => seq < delivery.seq && type !== 'threshold-crossed',
  );
  return change === undefined ? accountReference(account) : entryReference(account, change);
}
