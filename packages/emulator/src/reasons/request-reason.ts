import { causeOfError } from '@messaging-service/contract';
import { mustGet, type State } from '../domain/state/state.ts';
import { callerOf, contentOf, objectsOf } from '../public-api/logged-request.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';
import { faultDecider } from './deciders.ts';
import type { Decider, ObjectReference, ReasonOf, ReasonSources, Remedy } from './reason.ts';
import { accountReference, batchReference } from './references.ts';

const SERVICE: Decider = { kind: 'service', text: 'a rule of the service' };

/** Why a request of the public API has its outcome. */
export function requestReason({ core: { state } }: ReasonSources, entry: LoggedRequest): ReasonOf {
  const { reply, fault } = entry;
  const about = { fault: fault?.text, cause: causeOf(state, entry) };
  const { status, errorCode, errorMessage } = contentOf(entry);
  const isReplaced = fault?.isResponse === true;
  const decidedBy = isReplaced ? faultDecider(fault.text) : SERVICE;
  const removal: Remedy | undefined = fault && {
    text: 'Remove the fault, or send the request again when it is used up.',
    action: 'remove-fault',
    target: fault.id,
  };
  if (reply === 'disconnect') {
    const explanation = 'The connection was cut, so the caller does not know the result.';
    return { ...about, outcome: 'cut off', result: 'failure', decidedBy, explanation, remedy: removal };
  }
  if (status !== null && status < 400)
    return {
      ...about,
      outcome: `accepted with ${status}${queuedWords(state, entry)}`,
      result: 'success',
      decidedBy,
    };
  const words = errorMessage === null ? '' : `: ${errorMessage}`;
  const refused = {
    ...about,
    outcome: `refused with ${status}${errorCode === null ? '' : ` ${errorCode}`}${words}`,
    result: 'failure',
    ...(errorCode === null ? {} : { code: errorCode }),
    decidedBy,
  } as const;
  if (isReplaced) return { ...refused, explanation: 'A test or a person added this fault.', remedy: removal };
  if (errorCode === null)
    return {
      ...refused,
      decidedBy: { kind: 'unknown', text: 'unknown' },
      explanation: 'The response has no error code, so its cause is unknown.',
    };
  const { cause: explanation, remedy, isKnown } = causeOfError(errorCode);
  return {
    ...refused,
    decidedBy: isKnown ? decidedBy : { kind: 'unknown', text: 'unknown' },
    explanation,
    remedy: remedyOf(state, entry, errorCode, remedy),
  };
}

/** What a request has queued, such as `, 3 messages queued`. */
function queuedWords(state: State, entry: LoggedRequest): string {
  const { messages, batches } = objectsOf(state, entry);
  const queued = entry.endSeq === entry.seq ? 0 : messages.length || (batches[0]?.messages.length ?? 0);
  return queued === 0 ? '' : `, ${queued} ${queued === 1 ? 'message' : 'messages'} queued`;
}

function remedyOf(state: State, entry: LoggedRequest, code: string, text: string): Remedy {
  const account = callerOf(state, entry);
  if (code === 'insufficient_credits' && account !== undefined)
    return { text, action: 'top-up', target: account };
  if (code === 'service_unavailable') return { text, action: 'send-again', target: String(entry.id) };
  return { text };
}

/** The object to look at: what the request has queued, or who made it. */
function causeOf(state: State, entry: LoggedRequest): ObjectReference | undefined {
  const { messages, batches } = objectsOf(state, entry);
  const batch = messages[0]?.batch ?? batches[0];
  if (batch !== undefined) return batchReference(batch);
  const account = callerOf(state, entry);
  return account === undefined ? undefined : accountReference(mustGet(state.accounts, account));
}
