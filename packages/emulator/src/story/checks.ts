import type { CheckStep, Receiver, Step } from '@messaging-service/stories';
import type { MessageView } from '../domain/views/message-list.ts';
import type { DeliveryView } from '../domain/views/webhook-list.ts';
import { isDeepEqual } from './deep-equal.ts';
import type { Moment } from './replay.ts';

/** A part of a story that is not complete: what was true is compared with what is true in the end. */
export type Draft = Step | { readonly kind: 'moment'; readonly moment: Moment };

/** What checks depend on. */
interface Checked {
  readonly receiver: Receiver | undefined;
  readonly sharedSenders: readonly string[] | undefined;
}

/**
 * Replaces each moment by its checks: the last one by everything that is true then, an earlier one by what will change. What never
 * changes is checked once.
 */
export function withChecks(drafts: readonly Draft[], { receiver, sharedSenders = [] }: Checked): Step[] {
  const hasReceiver = receiver !== undefined;
  // Of several, the service chooses one by its own random numbers.
  const chosen = new Set(sharedSenders.length > 1 ? sharedSenders : []);
  const last = drafts.findLast((draft) => draft.kind === 'moment')?.moment ?? { messages: [], webhooks: [] };
  const checked = new Map<string, unknown>();
  let attempts: unknown = [];
  return drafts.flatMap((draft, index) => {
    if (draft.kind !== 'moment') return [draft];
    const { moment } = draft;
    const checks = moment === last ? allOf(last, hasReceiver, chosen) : changing(moment, last, checked);
    const before = attempts;
    attempts = moment.webhooks.map(attemptsOf);
    // A move waits for the webhooks.
    const isSettled =
      isDeepEqual(before, attempts) || checks.length === 0 || drafts[index - 1]?.kind === 'move';
    return isSettled ? checks : [{ kind: 'settle' as const }, ...checks];
  });
}

function allOf(
  { messages, webhooks }: Moment,
  hasReceiver: boolean,
  chosen: ReadonlySet<string>,
): CheckStep[] {
  const ofMessages = withoutChosen(messages.map(expectedMessage), chosen);
  const all: CheckStep = { kind: 'check', list: 'messages', expected: ofMessages };
  if (!hasReceiver) return [all];
  const ofWebhooks = withoutChosen(webhooks.map(expectedWebhook), chosen);
  return [all, { kind: 'check', list: 'webhooks', expected: ofWebhooks }];
}

/** Leaves out the sender IDs that the service chooses. */
function withoutChosen(expected: unknown, chosen: ReadonlySet<string>): unknown {
  if (Array.isArray(expected)) return expected.map((entry) => withoutChosen(entry, chosen));
  if (typeof expected !== 'object' || expected === null) return expected;
  return Object.fromEntries(
    Object.entries(expected)
      .filter(([name, value]) => !((name === 'from' || name === 'to') && chosen.has(String(value))))
      .map(([name, value]) => [name, withoutChosen(value, chosen)]),
  );
}

/** What is true of the messages and webhooks that will change. */
function changing(now: Moment, last: Moment, checked: Map<string, unknown>): CheckStep[] {
  const lists = [
    { list: 'messages', entries: now.messages.map(stateOf), later: last.messages.map(stateOf) },
    { list: 'webhooks', entries: now.webhooks.map(attemptsOf), later: last.webhooks.map(attemptsOf) },
  ] as const;
  return lists.flatMap(({ list, entries, later }) =>
    entries.flatMap((expected, index): CheckStep[] => {
      const key = `${list} ${index}`;
      if (isDeepEqual(expected, later[index]) || isDeepEqual(expected, checked.get(key))) return [];
      checked.set(key, expected);
      return [{ kind: 'check', list, index, expected }];
    }),
  );
}

function stateOf({ state }: MessageView) {
  return { state };
}

function attemptsOf({ state, attempts }: DeliveryView) {
  return { state, attempts: attempts.map(({ status }) => ({ status })) };
}

function expectedMessage({ to, from, body, channel, state, receipt }: MessageView) {
  return {
    to,
    from,
    body,
    ...(channel === 'rcs' && { channel }),
    state,
    ...(receipt !== null && state === 'failed' && { receipt: { code: receipt.code } }),
  };
}

function expectedWebhook(delivery: DeliveryView) {
  const { kind, url, payload } = delivery;
  return { kind, url, payload: lasting(payload), ...attemptsOf(delivery) };
}

/** The members of a payload that are the same in every service: no identifiers, no times. */
function lasting(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([name, value]) => name !== 'at' && !(typeof value === 'string' && UUID.test(value)))
      .map(([name, value]) => [name, lasting(value)]),
  );
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
