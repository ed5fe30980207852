import { formatTimestamp } from '@messaging-service/contract';
import { stateOf } from '../domain/views/message-list.ts';
import type { Action } from './actions.ts';
import type { History, Selection } from './history.ts';

/** What a story is about, as the name of a test. */
export function nameOf(
  selection: Selection,
  { batches, cancelled }: History,
  actions: readonly Action[],
): string {
  if (selection.kind === 'phone') return `the conversation with ${selection.number}`;
  if (selection.kind === 'period') {
    const [first] = actions as readonly [Action];
    const last = actions.at(-1) as Action;
    return first.at === last.at
      ? `what happened at ${formatTimestamp(first.at)}`
      : `what happened from ${formatTimestamp(first.at)} to ${formatTimestamp(last.at)}`;
  }
  if (selection.kind === 'call') {
    const { request, reply } = selection.call;
    const outcome = reply === 'disconnect' ? 'gets no response' : `gets ${reply.status}`;
    return `${request.method} ${request.target.path} ${outcome}`;
  }
  const message = batches[0]?.messages[0];
  if (message === undefined) return `the text to ${cancelled[0]?.batch.messages[0]?.to ?? ''} is cancelled`;
  const code = message.state === 'failed' ? ` with receipt code ${message.receipt?.code ?? ''}` : '';
  const verb = {
    scheduled: 'is scheduled',
    queued: 'is queued',
    sent: 'is sent',
    delivered: 'is delivered',
    failed: 'fails',
  };
  return `the text to ${message.to} ${verb[stateOf(message)]}${code}`;
}
