import { causeOfReceipt, formatTimestamp } from '@messaging-service/contract';
import { bareNumber, type Message, type State } from '../domain/state/state.ts';
import { deciderOf } from './deciders.ts';
import { otherSideOf, responseWords, webhookCause } from './other-side.ts';
import type { ObjectReference, ReasonOf, ReasonSources, Remedy } from './reason.ts';
import { causingRequest, replyReference, webhookReference } from './references.ts';

/** Why a message has its outcome. */
export function messageReason(sources: ReasonSources, message: Message): ReasonOf {
  const { batch } = message;
  const about = { fault: batch.fault, cause: causingRequest(sources.requests, batch.seq) };
  if (batch.pending) {
    const until = formatTimestamp(batch.sendAt ?? batch.queuedAt);
    return {
      ...about,
      outcome: `scheduled for ${until}`,
      result: 'open',
      decidedBy: { kind: 'request', text: 'the request, by its send_at' },
      remedy: { text: 'Move the clock to its time, or cancel the batch.', action: 'advance', target: until },
      until,
    };
  }
  if (message.state === 'queued')
    return {
      ...about,
      outcome: 'queued',
      result: 'open',
      decidedBy: { kind: 'service', text: 'the service' },
    };
  if (message.state === 'sent') return { ...about, ...openReason(sources, message) };
  return { ...about, ...resolvedReason(sources, message) };
}

/** The reason of a message without a receipt: until when one can come, or that none will. */
function openReason({ core }: ReasonSources, message: Message): ReasonOf {
  const decidedBy = deciderOf(message.decidedBy);
  const [due] = core.agenda.upcoming(
    1,
    (job) => job.kind === 'resolve-messages' && job.messageUuids.includes(message.uuid),
  );
  if (due === undefined) {
    const text = 'Deliver the message or let it fail by hand, or change the network.';
    return {
      outcome: 'sent, and no receipt will come',
      result: 'open',
      decidedBy,
      explanation: 'No report is planned, so the message stays sent.',
      remedy: { text, action: 'deliver', target: message.uuid },
    };
  }
  const until = formatTimestamp(due.dueAt);
  return {
    outcome:
      due.job.kind === 'resolve-messages' && due.job.decidedBy?.kind === 'expired'
        ? `sent, and expires at ${until} without a receipt`
        : `sent, the receipt comes at ${until}`,
    result: 'open',
    decidedBy,
    remedy: { text: 'Move the clock to that time.', action: 'advance', target: until },
    until,
  };
}

function resolvedReason(sources: ReasonSources, message: Message): ReasonOf {
  const { state } = sources.core;
  const { code = '', description = '' } = message.receipt ?? {};
  const { cause: explanation, remedy, isKnown } = causeOfReceipt(code);
  const receipt = receiptWebhook(state, message);
  const isDelivered = message.state === 'delivered';
  return {
    outcome: isDelivered ? `delivered${webhookWords(receipt)}` : `failed with ${code}: ${description}`,
    result: isDelivered ? 'success' : 'failure',
    code,
    decidedBy: deciderOf(message.decidedBy),
    explanation: isKnown ? explanation : `${description}. ${explanation}`,
    otherSide: receipt && otherSideOf(sources, receipt),
    remedy: remedyOf(message, remedy, receipt),
    ...causeOf(state, message, receipt),
  };
}

/** The webhook with the receipt of a message; the latest one if it was sent again. */
function receiptWebhook({ index }: State, { uuid, batch }: Message) {
  if (batch.callback === undefined) return undefined;
  return index.deliveries.findLast(
    ({ messageUuid, kind }) => messageUuid === uuid && kind === 'delivery-receipt',
  );
}

type Receipt = ReturnType<typeof receiptWebhook>;

function webhookWords(receipt: Receipt): string {
  const latest = receipt?.attempts.at(-1);
  if (receipt === undefined || latest === undefined || receipt.state === 'succeeded') return '';
  return `, but the webhook with its receipt was not accepted: ${responseWords(latest)}`;
}

function remedyOf(message: Message, text: string, receipt: Receipt): Remedy | undefined {
  if (message.state === 'delivered') {
    if (receipt === undefined || receipt.state === 'succeeded') return undefined;
    const cause = webhookCause(receipt);
    return cause && { text: cause.remedy, action: 'resend', target: receipt.id };
  }
  switch (message.decidedBy?.kind) {
    case 'no-credits':
      return { text, action: 'top-up', target: message.batch.accountUuid };
    case 'rule':
    case 'default':
      return { text, action: 'change-network' };
    default:
      return { text };
  }
}

/** The object that caused the outcome, if it is another one than the request. */
function causeOf(
  { received }: State,
  { decidedBy, state, to }: Message,
  receipt: Receipt,
): { cause?: ObjectReference } {
  if (decidedBy?.kind === 'opted-out') {
    const number = bareNumber(to);
    const { sender } = decidedBy;
    const stop = received.findLast(({ payload }) => String(payload.from) === number && payload.to === sender);
    if (stop !== undefined) return { cause: replyReference(stop) };
  }
  const isUnheard = receipt !== undefined && receipt.state !== 'succeeded' && receipt.attempts.length > 0;
  return state === 'delivered' && isUnheard ? { cause: webhookReference(receipt) } : {};
}
