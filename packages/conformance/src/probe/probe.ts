import {
  type AddMessageResponse,
  type AnswerOf,
  type OperationName,
  type OutboundMessage,
  validate,
} from '@messaging-service/contract';
import { expectNothingQueued, identifiersIn } from './queued-dry-runs.ts';
import { type Answer, endpointNamed, type Request, Service } from '../service/service-client.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { describeAnswer, Unasked, Violation } from '../service/verdict.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Both spellings: a dry run is one, whichever the service reads. API-7. */
const DRY_RUN = { isDryrun: 'true', dryRun: 'true' } as const;

/** A message for a question: whole, but for what the question is about. */
export type Draft = Partial<Record<keyof OutboundMessage, unknown>>;

/** Puts questions to a service, and knows what an answer to them has to be. */
export class Asker {
  readonly target: ConformanceTarget;
  readonly #service: Service;
  #dryRunProof: Promise<Answer> | undefined;
  /** The batches that were pending when they were last looked at. */
  #pending: readonly string[] = [];

  constructor(target: ConformanceTarget) {
    this.target = target;
    this.#service = new Service(target);
  }

  /** The number that messages go to. */
  get to(): string {
    return this.target.to ?? '447700900001';
  }

  /** The service's present, as nearly as it is known. */
  get now(): number {
    return this.target.now?.() ?? Date.now();
  }

  /** ISO 8601 text, with seconds, of an instant so many minutes ahead. */
  minutesAhead(minutes: number): string {
    return new Date(this.now + minutes * MINUTE_MS).toISOString();
  }

  /** A week ahead, to the minute: what is not to be sent is scheduled for then. */
  get farAhead(): string {
    return `${new Date(this.now + 7 * DAY_MS).toISOString().slice(0, 16)}Z`;
  }

  /** A message that any service takes: scheduled far ahead, for a question that should not send. */
  message(members: Draft = {}): Draft {
    const { sender } = this.target;
    const from = sender === undefined ? { type: 'shared' } : { type: 'custom', value: sender };
    return { to: this.to, from, body: 'Conformance check', send_at: this.farAhead, ...members };
  }

  /** Calls an operation, whatever comes of it. */
  call(name: OperationName, request?: Request): Promise<Answer> {
    return this.#service.call(name, request);
  }

  /** Sends a request that may be no operation at all. */
  send(method: string, path: string, request: Request): Promise<Answer> {
    return this.#service.send(`${method} ${path}`, method, path, request);
  }

  /** Calls an operation that has to succeed, with an answer of the shape that the specification gives it. */
  async succeed<Name extends OperationName>(name: Name, request?: Request): Promise<AnswerOf<Name>> {
    return expectSuccess(name, await this.call(name, request));
  }

  /** Calls an operation that has to be refused. */
  async refuse(name: OperationName, request?: Request): Promise<Answer> {
    return expectRefusal(await this.call(name, request));
  }

  /** Makes a dry run, once it is sure that dry runs queue nothing. */
  async dryRun(body: unknown, key?: string): Promise<Answer> {
    await this.#dependOnDryRuns();
    return this.#makeDryRun('messages.send', { query: DRY_RUN, body, ...(key !== undefined && { key }) });
  }

  /** A dry run of a batch, under the same condition. */
  async dryRunBatch(body: unknown, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    await this.#dependOnDryRuns();
    return this.#makeDryRun('batches.send', { query: { ...DRY_RUN, ...query }, body });
  }

  /** Queues messages that are scheduled far ahead, whether they may be or not, and cancels them at once. */
  async sendFarAhead(body: unknown): Promise<Answer> {
    const answer = await this.call('messages.send', { body });
    for (const batchUuid of identifiersIn(answer.body))
      await this.call('batches.cancel', { path: { batchUuid } });
    return answer;
  }

  /** A dry run that has to be answered with messages. */
  async dryRunMessages(body: unknown): Promise<AddMessageResponse['messages']> {
    const answer = await this.dryRun(body);
    if (answer.status === 200 && !hasMessages(answer.body)) {
      throw new Unasked(
        'this service does not answer dry runs with messages, which the specification leaves open',
      );
    }
    return expectSuccess('messages.send', answer).messages;
  }

  /**
   * Makes sure that dry runs queue nothing: with a message far ahead, so that nothing is sent even if they do, and
   * that is cancelled then.
   */
  proveDryRuns(): Promise<Answer> {
    this.#dryRunProof ??= this.#tryDryRun();
    return this.#dryRunProof;
  }

  /** Where dry runs queue, that is one clause that does not hold, and others cannot be asked after. */
  async #dependOnDryRuns(): Promise<void> {
    try {
      await this.proveDryRuns();
    } catch (error) {
      if (error instanceof Violation)
        throw new Unasked('dry runs are not safe here: see dry-run.queues-nothing');
      if (error instanceof Unasked)
        throw new Unasked('no dry run can be made here: see dry-run.queues-nothing');
      throw error;
    }
  }

  async #tryDryRun(): Promise<Answer> {
    this.#pending = await this.#visiblePending();
    const answer = await this.#makeDryRun('messages.send', {
      query: DRY_RUN,
      body: { messages: [this.message()] },
    });
    if (answer.status !== 200)
      throw new Unasked(`a dry run of an ordinary message was refused: ${describeAnswer(answer)}`);
    return answer;
  }

  /** What is queued all the same is cancelled, and is a violation. */
  async #makeDryRun(name: 'messages.send' | 'batches.send', request: Request): Promise<Answer> {
    const answer = await this.call(name, request);
    if (answer.status !== 200) return answer;
    const before = this.#pending;
    this.#pending = await this.#visiblePending();
    const added = this.#pending.filter((identifier) => !before.includes(identifier));
    await expectNothingQueued(this.#service, { answer, added, to: this.to.replace(/^\+/, '') });
    return answer;
  }

  /** Where nobody can see what is pending, no dry run can be trusted. */
  async #visiblePending(): Promise<string[]> {
    try {
      return await this.pendingIdentifiers();
    } catch (error) {
      if (error instanceof Violation)
        throw new Unasked('the pending batches could not be listed: see pending-batches.list');
      throw error;
    }
  }

  /** The batches that wait for their time. */
  async pendingIdentifiers(): Promise<string[]> {
    const { batches } = await this.succeed('batches.listPending');
    return batches.map(({ identifier }) => identifier);
  }
}

/** An answer with status 200 and a body of the operation's shape, or a violation. */
export function expectSuccess<Name extends OperationName>(name: Name, answer: Answer): AnswerOf<Name> {
  if (answer.status !== 200) throw new Violation('expected status 200', answer);
  const checked = validate(endpointNamed(name).response, answer.body);
  if (checked.ok) return checked.value as AnswerOf<Name>;
  const faults = checked.issues.map(({ path, message }) => `${path || 'the body'} ${message}`).join(', ');
  throw new Violation(`expected another body: ${faults}`, answer);
}

/** An answer with a status from 400 to 499, or a violation. */
export function expectRefusal(answer: Answer): Answer {
  if (answer.status >= 400 && answer.status < 500) return answer;
  throw new Violation('expected a refusal', answer);
}

/** An answer with exactly this status, or a violation. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Violation(`expected status ${status}`, answer);
}

function hasMessages(body: unknown): body is AddMessageResponse {
  return typeof body === 'object' && body !== null && 'messages' in body && Array.isArray(body.messages);
}
