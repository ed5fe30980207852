import { formatTimestamp } from '@messaging-service/contract';
import type {
  CarrierRule,
  Failure,
  FaultStep,
  RequestStep,
  SendStep,
  Setup,
  Step,
  Story,
} from '@messaging-service/stories';
import { latestSent } from '../domain/rules/latest-sent.ts';
import { Rejection } from '../domain/state/rejection.ts';
import { bareNumber, type Message } from '../domain/state/state.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';
import type { Service } from '../service/service.ts';
import type { Action } from './actions.ts';
import { AppUrls } from './app-urls.ts';
import { failureOf, refusedCall, sendOf } from './calls.ts';
import { type Draft, withChecks } from './checks.ts';
import { isDeepEqual } from './deep-equal.ts';
import { differences } from './differences.ts';
import { endOf } from './end.ts';
import { faultSteps } from './fault-steps.ts';
import { type History, readHistory, type Selection } from './history.ts';
import { nameOf } from './name.ts';
import { rulesFor } from './network.ts';
import { omissions } from './omissions.ts';
import { callerKeyOf, isByHand, readActions } from './read-actions.ts';
import { receiverOf } from './receiver.ts';
import { Replay } from './replay.ts';
import { accountsOf, setupOf } from './setup.ts';

/** The maximum of messages and other actions: people do not read a longer test. */
const MOST_ACTIONS = 500;

/**
 * Tells a part of the history of a service as a story: reads what was done, plays it in a service of its own, and writes down what
 * is true there. Where the replay differs from the history, the story says so. EMU-31.
 *
 * @throws {Rejection} There is nothing to tell, or too much.
 */
export async function tellStory(service: Service, selection: Selection): Promise<Story> {
  const history = readHistory(service, selection);
  const actions = readActions(service, selection, history);
  requireLength(actions);
  const urls = new AppUrls();
  const accounts = accountsOf(service.core.state, actions);
  const receiver = receiverOf(history.deliveries, urls);
  const setup = setupOf(service, history, actions, accounts, urls);
  const now = (actions[0] as Action).at;
  const replay = new Replay(setup, now, receiver);
  try {
    const faults = faultSteps(service, history, actions);
    const teller = new Teller({ service, history, accounts, urls, replay, faults });
    for (const action of actions) await teller.tell(action);
    await teller.end(endOf(selection, history, replay.now));
    const { drafts, rules, gaps } = teller;
    const steps = withChecks(drafts, { receiver, sharedSenders: setup.sharedSenders });
    return {
      name: nameOf(selection, history, actions),
      now: formatTimestamp(now),
      setup: withRules(setup, rules),
      accounts: accounts.flatMap((_, index) => (usesAccount(steps, index) ? [index] : [])),
      usesOrganization: steps.some(({ kind }) => kind === 'top-up'),
      receiver,
      hasFailures: steps.some((step) => step.kind === 'send' && step.failure !== undefined),
      steps,
      gaps: [...omissions(service, history, actions), ...gaps, ...differences(history, replay)],
    };
  } finally {
    replay.close();
  }
}

function requireLength(actions: readonly Action[]): void {
  if (actions.length === 0)
    throw new Rejection(
      'not_found',
      'This part of the history is empty: nothing was sent, received or refused.',
    );
  const size = actions.reduce((sum, action) => sum + sizeOf(action), 0);
  if (size <= MOST_ACTIONS) return;
  throw new Rejection(
    'conflict',
    `The story has ${size} messages and other actions; the limit is ${MOST_ACTIONS}. Select a shorter period, or one message.`,
  );
}

function sizeOf(action: Action): number {
  return action.kind === 'sent' ? action.batches.reduce((sum, { messages }) => sum + messages.length, 0) : 1;
}

function withRules(setup: Setup, rules: readonly CarrierRule[]): Setup {
  return rules.length === 0 ? setup : { ...setup, carrier: { ...setup.carrier, rules } };
}

function usesAccount(steps: readonly Step[], account: number): boolean {
  return steps.some((step) => (step.kind === 'send' || step.kind === 'cancel') && step.account === account);
}

function failureText({ status, code = '' }: Failure): string {
  return status === null ? 'cut off' : `refused with ${status} ${code}`.trim();
}

/** What is known of a story before it is played. */
interface StoryParts {
  readonly service: Service;
  readonly history: History;
  readonly accounts: readonly string[];
  readonly urls: AppUrls;
  readonly replay: Replay;
  readonly faults: ReadonlyMap<Action, readonly FaultStep[]>;
}

/** Plays the actions of a story and writes down its steps. */
class Teller {
  readonly drafts: Draft[] = [];
  /** The rules of the network with which the story begins. */
  readonly rules: CarrierRule[] = [];
  readonly gaps: string[] = [];
  readonly #parts: StoryParts;
  /** The rules of the network now, by number. */
  #current = new Map<string, readonly CarrierRule[]>();
  /** The numbers of the messages that the network has decided. */
  readonly #decided = new Set<string>();

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  /** Tells an action, after a move to its time. */
  async tell(action: Action): Promise<void> {
    if (action.at > this.#parts.replay.now) await this.#moveTo(action.at);
    for (const fault of this.#parts.faults.get(action) ?? []) await this.#take(fault);
    for (const step of this.#stepsOf(action)) await this.#take(step);
  }

  /** Tells what follows until an instant. */
  async end(instant: number): Promise<void> {
    if (instant > this.#parts.replay.now) await this.#moveTo(instant);
    await this.#parts.replay.settle();
    this.drafts.push({ kind: 'moment', moment: this.#parts.replay.moment() });
  }

  async #moveTo(instant: number): Promise<void> {
    const now = this.#parts.replay.now;
    await this.#parts.replay.settle();
    this.drafts.push({ kind: 'moment', moment: this.#parts.replay.moment() });
    this.#prepareNetwork(
      this.#messages().filter(
        ({ batch: { sendAt, pending } }) =>
          sendAt !== undefined && !pending && sendAt > now && sendAt <= instant,
      ),
    );
    this.drafts.push(await this.#parts.replay.moveTo(instant));
  }

  async #take(step: Step): Promise<void> {
    try {
      const call = await this.#parts.replay.take(step);
      this.drafts.push(call === undefined ? step : this.#asPlayed(step as SendStep | RequestStep, call));
    } catch (error) {
      this.gaps.push(`${formatTimestamp(this.#parts.replay.now)}: ${(error as Error).message}`);
    }
  }

  /** A call with the response that it gets here. */
  #asPlayed(step: SendStep | RequestStep, call: LoggedRequest): Step {
    const { failure: was, ...rest } = step;
    const { status } = call.reply === 'disconnect' ? { status: null } : call.reply;
    const failure = step.kind === 'request' ? (failureOf(call) ?? { status }) : failureOf(call);
    if (!isDeepEqual(failure, was)) {
      const [before, now] = [was, failure].map((one) => (one === undefined ? 'accepted' : failureText(one)));
      this.gaps.push(
        `A call at ${formatTimestamp(this.#parts.replay.now)} was ${before}, and is ${now} here.`,
      );
    }
    return { ...rest, ...(failure && { failure }) } as Step;
  }

  #messages(): Message[] {
    return this.#parts.history.batches.flatMap(({ messages }) => messages);
  }

  /** Makes the network do with messages what it did. */
  #prepareNetwork(messages: readonly Message[]): void {
    const { state, policy } = this.#parts.replay.service.core;
    let hasChanged = false;
    let isMidStory = false;
    for (const message of messages) {
      const number = bareNumber(message.to);
      const rules = rulesFor(message, isByHand(message), state, policy);
      if (rules !== undefined) {
        this.#current.set(number, rules);
        hasChanged = true;
        if (this.#decided.has(number)) isMidStory = true;
        else this.rules.push(...rules);
      }
      this.#decided.add(number);
    }
    if (!hasChanged) return;
    const all = [...this.#current.values()].flat();
    this.#parts.replay.setRules(all);
    if (isMidStory) this.drafts.push({ kind: 'carrier', rules: all });
  }

  #stepsOf(action: Action): Step[] {
    const { state } = this.#parts.service.core;
    switch (action.kind) {
      case 'sent': {
        this.#prepareNetwork(
          action.batches.flatMap(({ batch, messages }) => (batch.sendAt === undefined ? messages : [])),
        );
        const [{ batch }] = action.batches as readonly [(typeof action.batches)[number]];
        return [sendOf(action, this.#accountOf(batch.accountUuid), state, this.#parts.urls)];
      }
      case 'refused': {
        const caller = state.principals.get(callerKeyOf(action.call) ?? '');
        if (caller?.kind === 'organization') return [];
        const account = caller === undefined ? null : this.#accountOf(caller.uuid);
        return [refusedCall(action.call, account, this.#parts.urls)];
      }
      case 'cancelled': {
        const { batch } = action;
        const message = this.#indexOf(({ to, body }) => to === batch.messages[0]?.to && body === batch.body);
        return [{ kind: 'cancel', account: this.#accountOf(batch.accountUuid), message }];
      }
      case 'topped-up':
        return [{ kind: 'top-up', account: this.#accountOf(action.accountUuid), credits: action.credits }];
      case 'replied':
        return [this.#replyOf(action)];
      case 'resolved': {
        const { message } = action;
        const index = this.#messages().indexOf(message);
        const { code, description } = message.receipt ?? {};
        const delivered = message.state === 'delivered';
        return [
          { kind: 'outcome', message: index, delivered, ...(delivered ? {} : { code, description }) } as Step,
        ];
      }
      case 'resent':
        return [
          {
            kind: 'resend',
            webhook: this.#parts.history.deliveries.findIndex(({ id }) => id === action.deliveryId),
          },
        ];
    }
  }

  #replyOf({ from, to, message, channel }: Extract<Action, { kind: 'replied' }>): Step {
    const { state } = this.#parts.replay.service.core;
    const latest = latestSent(state, from);
    const isLatest = latest?.batch.from === to;
    const usual = (isLatest ? latest.channel : undefined) ?? 'sms';
    return {
      kind: 'reply',
      from,
      message,
      ...(isLatest ? {} : { to }),
      ...(channel === usual ? {} : { channel }),
    };
  }

  #accountOf(uuid: string): number {
    return this.#parts.accounts.indexOf(uuid);
  }

  #indexOf(
    accepts: (message: { readonly to: string; readonly body: string; readonly state: string }) => boolean,
  ): number {
    return this.#parts.replay
      .moment()
      .messages.findIndex((message) => message.state === 'scheduled' && accepts(message));
  }
}
