import type { AnswerOf, OperationName, OutboundMessage, QueuedMessage } from '@messaging-service/contract';
import { ServiceClient, type ServiceRequest, type ServiceResponse } from '../service/service-client.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import { batchesIn, DryRuns } from './dry-runs.ts';
import { expectRefused, expectSuccess } from './expectations.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Members of a message, valid or not. */
export type Draft = Partial<Record<keyof OutboundMessage, unknown>>;

/** Sends requests to the service under test, and checks the responses. */
export class Probe extends ServiceClient {
  readonly #dryRuns = new DryRuns(this, this.to, () => ({ body: { messages: [this.message()] } }));

  /** The destination of messages. */
  get to(): string {
    return this.target.to ?? '447700900001';
  }

  /** The service's time, in milliseconds since the epoch. */
  get now(): number {
    return this.target.now?.() ?? Date.now();
  }

  /** Returns the time some minutes ahead, as ISO 8601 with seconds. */
  minutesAhead(minutes: number): string {
    return new Date(this.now + minutes * MINUTE_MS).toISOString();
  }

  /** The time a week ahead, to the minute. Messages that must not be sent are scheduled for it. */
  get farAhead(): string {
    return `${new Date(this.now + 7 * DAY_MS).toISOString().slice(0, 16)}Z`;
  }

  /** Returns a valid message that is scheduled far ahead, with some members replaced. */
  message(members: Draft = {}): Draft {
    const { sender } = this.target;
    const from = sender === undefined ? { type: 'shared' } : { type: 'custom', value: sender };
    return { to: this.to, from, body: 'Conformance check', send_at: this.farAhead, ...members };
  }

  /** Returns a valid batch that is scheduled far ahead, with some members replaced. It needs a `sender`. */
  batch(members: object = {}): object {
    const { farAhead: at, target, to } = this;
    const { sender: from } = target;
    return { from, message: 'Conformance check', destinations: [to], at, send_at: at, ...members };
  }

  /** Calls an operation that must succeed, with a body of the documented schema. */
  async succeed<Name extends OperationName>(name: Name, request?: ServiceRequest): Promise<AnswerOf<Name>> {
    return expectSuccess(name, await this.call(name, request));
  }

  /** Calls an operation that must be refused. */
  async refuse(name: OperationName, request?: ServiceRequest): Promise<ServiceResponse> {
    return expectRefused(await this.call(name, request));
  }

  /** Calls an operation and expects a status. */
  async expect(status: number, name: OperationName, request?: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.call(name, request);
    if (response.status !== status) throw new Violation(`expected status ${status}`, response);
    return response;
  }

  /** Makes a dry run of add-message, after checking that dry runs queue nothing. */
  dryRun(body: unknown, key?: string): Promise<ServiceResponse> {
    return this.#dryRuns.run('messages.send', { body, key });
  }

  /** Makes a dry run of add-batch, after checking that dry runs queue nothing. */
  dryRunBatch(body: unknown, query: Readonly<Record<string, string>> = {}): Promise<ServiceResponse> {
    return this.#dryRuns.run('batches.send', { query, body });
  }

  /** Makes a dry run that must return messages. */
  async dryRunMessages(body: unknown): Promise<QueuedMessage[]> {
    const response = await this.dryRun(body);
    const { messages } = (response.body ?? {}) as { readonly messages?: unknown };
    if (response.status === 200 && !Array.isArray(messages)) {
      throw new Skipped(
        'this service does not return messages for a dry run, and the specification permits that',
      );
    }
    return expectSuccess('messages.send', response).messages;
  }

  /** Makes a dry run of one message, with some members replaced, and returns the message. */
  async dryRunMessage(members: Draft, defaults?: Draft): Promise<QueuedMessage> {
    return firstOf(await this.dryRunMessages({ messages: [this.message(members)], defaults }));
  }

  /** Checks that dry runs queue nothing, and returns the response of the first one. */
  proveDryRuns(): Promise<ServiceResponse> {
    return this.#dryRuns.prove();
  }

  /** Queues messages that are scheduled far ahead, and cancels them immediately. */
  async sendFarAhead(body: unknown, key?: string): Promise<ServiceResponse> {
    const response = await this.call('messages.send', { body, key });
    for (const batchUuid of batchesIn(response.body))
      await this.call('batches.cancel', { path: { batchUuid }, key });
    return response;
  }
}

/**
 * Returns the first message of a response.
 *
 * @throws {Violation} if there is none.
 */
export function firstOf(messages: readonly QueuedMessage[]): QueuedMessage {
  const [message] = messages;
  if (message === undefined) throw new Violation('the response contains no message');
  return message;
}
