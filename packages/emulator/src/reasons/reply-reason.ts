import { mustGet, type ReceivedMessage } from '../domain/state/state.ts';
import type { ReasonOf, ReasonSources } from './reason.ts';
import { accountReference, webhookOfReply, webhookReference } from './references.ts';
import { webhookReason } from './webhook-reason.ts';

/** The outcome of a message from a handset: whether its webhook was accepted. */
export function replyReason(sources: ReasonSources, reply: ReceivedMessage): ReasonOf {
  const { state } = sources.core;
  const account = mustGet(state.accounts, reply.payload.account_uuid);
  const received = `received by ${account.name}`;
  const delivery = webhookOfReply(state, reply);
  if (delivery !== undefined) {
    const { outcome, ...reason } = webhookReason(sources, delivery);
    return { ...reason, outcome: `${received}; webhook ${outcome}`, cause: webhookReference(delivery) };
  }
  return {
    outcome: `${received}, without a webhook`,
    result: 'failure',
    decidedBy: { kind: 'service', text: 'the account, which had no URL for messages from handsets' },
    explanation: 'The account had no URL for messages from handsets when this one came.',
    remedy: {
      text: 'Set mo.mo_webhook_url of the account, and send the text again.',
      action: 'set-reply-url',
      target: account.uuid,
    },
    cause: accountReference(account),
  };
}
