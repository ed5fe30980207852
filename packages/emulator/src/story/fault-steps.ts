import type { FaultStep } from '@messaging-service/stories';
import { faultSentence } from '@messaging-service/text';
import { parseIfJson } from '../http/json.ts';
import type { FaultView } from '../public-api/faults.ts';
import { findOperation } from '../public-api/operations.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';
import { milliseconds } from '../runtime/options/values.ts';
import type { Service } from '../service/service.ts';
import type { Action } from './actions.ts';
import type { History } from './history.ts';

/** The longest delay of a fault in a program, in milliseconds of real time. */
const LONGEST_DELAY_MS = 500;

/** The faults of a story: each before the first action that it hits, for as many calls or webhooks of the story as it hit. */
export function faultSteps(
  { publicApi }: Service,
  { deliveries }: History,
  actions: readonly Action[],
): ReadonlyMap<Action, readonly FaultStep[]> {
  const known = publicApi.faults.list();
  const steps = new Map<Action, FaultStep[]>();
  const add = (action: Action, fault: FaultStep['fault'], times: number) => {
    const ofAction = steps.get(action) ?? [];
    ofAction.push({ kind: 'fault', fault: times === 1 ? fault : { ...fault, times } });
    steps.set(action, ofAction);
  };
  for (const hits of Map.groupBy(actions, (action) => callOf(action)?.fault?.id).values()) {
    const first = hits[0] as Action;
    const call = callOf(first);
    if (call?.fault === undefined) continue;
    const { id } = call.fault;
    const fault = known.find((one) => one.id === id);
    add(first, fault === undefined ? faultOfReply(call) : repeated(fault), hits.length);
  }
  const changed = deliveries.filter(({ fault }) => fault !== undefined);
  for (const [text, hits] of Map.groupBy(changed, ({ fault }) => fault)) {
    const fault = known.find((one) => one.webhook !== undefined && faultSentence(one) === text);
    const cause = actions.findLast(({ seq }) => seq < (hits[0]?.seq ?? 0));
    if (fault !== undefined && cause !== undefined) add(cause, repeated(fault), hits.length);
  }
  return steps;
}

/** The logged call of an action. */
function callOf(action: Action): LoggedRequest | undefined {
  return action.kind === 'sent' || action.kind === 'refused' ? action.call : undefined;
}

/** A fault as it was added, but without a long delay: a test should not wait for what decides nothing. */
function repeated({
  id: _,
  hits: __,
  left: ___,
  times: ____,
  delay,
  ...fault
}: FaultView): FaultStep['fault'] {
  if (delay === undefined) return fault;
  return { ...fault, delay: Math.min(milliseconds(delay), LONGEST_DELAY_MS) };
}

/** A fault that was removed since, from what it did. */
function faultOfReply({ request, reply, seq, endSeq }: LoggedRequest): FaultStep['fault'] {
  const operation = findOperation(request)?.operation.name;
  const when = seq === endSeq ? {} : { when: 'after' };
  if (reply === 'disconnect') return { operation, disconnect: true, ...when };
  return { operation, status: reply.status, body: parseIfJson(reply.body) ?? reply.body, ...when };
}
