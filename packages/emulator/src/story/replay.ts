import { formatTimestamp } from '@messaging-service/contract';
import type {
  CarrierRule,
  OutcomeStep,
  Receiver,
  RequestStep,
  SendStep,
  Setup,
  Step,
} from '@messaging-service/stories';
import { mustGet } from '../domain/state/state.ts';
import { topUpAccount } from '../domain/use-cases/accounts.ts';
import { cancelBatch } from '../domain/use-cases/batches.ts';
import { receiveInbound } from '../domain/use-cases/inbound.ts';
import { resendByHand } from '../domain/use-cases/resend-by-hand.ts';
import { resolveByHand } from '../domain/use-cases/results-by-hand.ts';
import { type MessageView, viewMessage } from '../domain/views/message-list.ts';
import { type DeliveryView, viewDelivery } from '../domain/views/webhook-list.ts';
import { parseTarget } from '../http/decode.ts';
import type { HttpRequest } from '../http/message.ts';
import type { FaultOptions } from '../public-api/fault-options.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';
import { checkOptions } from '../runtime/options/options-check.ts';
import { Service } from '../service/service.ts';
import { receive } from './receiver.ts';

/** What is true at a moment of a story. */
export interface Moment {
  readonly messages: readonly MessageView[];
  readonly webhooks: readonly DeliveryView[];
}

/**
 * A service in which a story is played while it is written. So its checks are what a program will find, to the millisecond, and
 * a step that cannot be repeated is known before anybody copies it.
 */
export class Replay {
  readonly service: Service;

  constructor(setup: Setup, now: number, receiver: Receiver | undefined) {
    const options = {
      ...setup,
      now,
      clock: 'virtual',
      webhooks: { ...setup.webhooks, ...(receiver && { fetch: receive(receiver) }) },
      onWarning: () => undefined,
    };
    this.service = new Service(checkOptions(options));
  }

  /** The time, in milliseconds since the epoch. */
  get now(): number {
    return this.service.core.driver.now();
  }

  /** What is true now. */
  moment(): Moment {
    const { index } = this.service.core.state;
    return {
      messages: Array.from(index.messages, viewMessage),
      webhooks: index.deliveries.map(viewDelivery),
    };
  }

  /**
   * Moves time to an instant.
   *
   * @returns The step.
   */
  async moveTo(instant: number): Promise<Step> {
    const by = instant - this.now;
    await this.service.timeline.advanceTo(instant);
    return { kind: 'move', to: formatTimestamp(instant), by };
  }

  /** Waits until the webhooks that are due have been attempted. */
  async settle(): Promise<void> {
    await this.service.timeline.settle();
  }

  /** Changes the network. */
  setRules(rules: readonly CarrierRule[]): void {
    this.service.setCarrier({ rules });
  }

  /**
   * Takes a step that is neither a move nor a check.
   *
   * @returns The call and its response, if it is one.
   */
  async take(step: Step): Promise<LoggedRequest | undefined> {
    const { service } = this;
    const { state } = service.core;
    switch (step.kind) {
      case 'send':
      case 'request':
        await service.handle(this.#requestOf(step));
        return service.requests.entries().at(-1);
      case 'cancel': {
        const { batchUuid } = this.#messageAt(step.message);
        service.execute((tx) => cancelBatch(tx, this.#account(step.account), batchUuid));
        return undefined;
      }
      case 'top-up': {
        const account = this.#account(step.account);
        const organization = mustGet(state.organizations, account.organizationUuid);
        service.execute((tx) => topUpAccount(tx, organization, account.uuid, step.credits));
        return undefined;
      }
      case 'reply':
        service.execute((tx) => receiveInbound(tx, step));
        return undefined;
      case 'outcome':
        this.#resolve(step);
        return undefined;
      case 'resend': {
        const { id } = state.index.deliveries[step.webhook] as { readonly id: string };
        service.execute((tx) => resendByHand(tx, id));
        return undefined;
      }
      case 'carrier':
        this.setRules(step.rules);
        return undefined;
      case 'fault':
        service.publicApi.faults.add(withoutDelay(step.fault));
        return undefined;
      default:
        return undefined;
    }
  }

  close(): void {
    this.service.close();
  }

  #resolve({ message, delivered, code, description }: OutcomeStep): void {
    const { messageUuid } = this.#messageAt(message);
    this.service.execute((tx) => resolveByHand(tx, messageUuid, delivered, { code, description }));
  }

  #messageAt(index: number): MessageView {
    const message = this.moment().messages[index];
    if (message === undefined) throw new Error(`There is no message ${index}.`);
    return message;
  }

  #account(index: number) {
    const { accounts } = this.service.credentials();
    return mustGet(this.service.core.state.accounts, accounts[index]?.identifier ?? '');
  }

  #requestOf(step: SendStep | RequestStep): HttpRequest {
    const key = step.account === null ? 'unknown' : this.#account(step.account).apiKey;
    if (step.kind === 'request') {
      const mark = step.path.includes('?') ? '&' : '?';
      return { method: step.method, target: parseTarget(`${step.path}${mark}key=${key}`), body: step.body };
    }
    const flags = Object.entries(step.query ?? {}).map(([name, value]) => `&${name}=${value}`);
    const path = step.operation === 'messages.send' ? '/message' : '/batch';
    const target = parseTarget(`${path}?key=${key}${flags.join('')}`);
    return { method: 'POST', target, body: JSON.stringify(step.body) };
  }
}

/** A delay takes real time and decides nothing. */
function withoutDelay({ delay: _, ...fault }: FaultOptions): FaultOptions {
  return fault;
}
