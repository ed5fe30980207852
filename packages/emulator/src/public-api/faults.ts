import {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type OperationName,
  type WebhookKind,
} from '@messaging-service/contract';
import { matchesGlob } from '../domain/rules/glob.ts';
import { Rejection } from '../domain/state/rejection.ts';
import { parseTarget } from '../http/decode.ts';
import type { StatusOverrides } from '../http/encode.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { checkInput } from '../runtime/options/input-check.ts';
import { milliseconds } from '../runtime/options/resolve-options.ts';
import { LONGEST_TIMEOUT_MS } from '../runtime/time/clock-drivers.ts';
import { changedPayload } from './changed-payload.ts';
import { type FaultOptions, faultSchema } from './fault-options.ts';
import { chooseOperation, operationRouter } from './operations.ts';

/** A fault in a list. */
export interface FaultView extends FaultOptions {
  /** Its identifier. */
  id: string;
  /** How many calls or webhooks it has affected. */
  hits: number;
  /** How many more calls or webhooks it affects; 0 when it is used up. */
  left: number;
}

/** A fault that was added. */
export class Fault {
  readonly id: string;
  readonly options: FaultOptions;
  readonly when: 'before' | 'after';
  #hits = 0;

  constructor(id: string, options: FaultOptions) {
    this.id = id;
    this.options = options;
    this.when = options.when ?? 'before';
  }

  /** How many calls or webhooks it has affected. */
  get hits(): number {
    return this.#hits;
  }

  /** How many more calls or webhooks it applies to. */
  get left(): number {
    return (this.options.times ?? 1) - this.#hits;
  }

  /** Continues with the hits that it had earlier. */
  restoreHits(hits: number): void {
    this.#hits = hits;
  }

  /** Whether the fault replaces the response; a mere delay does not. */
  get replaces(): boolean {
    const { code, status, body, headers, disconnect } = this.options;
    return disconnect === true || [code, status, body, headers].some((member) => member !== undefined);
  }

  /** Counts a call if the fault applies to it. */
  take(request: HttpRequest): boolean {
    if (this.left < 1 || !this.#appliesTo(request)) return false;
    this.#hits++;
    return true;
  }

  /** Counts a webhook if the fault applies to its kind. */
  takeWebhook(kind: WebhookKind): boolean {
    if (this.left < 1 || this.options.webhook !== kind) return false;
    this.#hits++;
    return true;
  }

  /** Waits for the delay of the fault, in real time. */
  delay(): Promise<void> {
    const delayMs = Math.min(milliseconds(this.options.delay ?? 0), LONGEST_TIMEOUT_MS);
    return delayMs > 0 ? new Promise((resolve) => setTimeout(resolve, delayMs)) : Promise.resolve();
  }

  /** The response of the fault, based on the true response if the call was processed. */
  reply(processed: HttpResponse | undefined, statuses: StatusOverrides): HttpResponse | 'disconnect' {
    const { disconnect, code, headers = {} } = this.options;
    if (disconnect === true) return 'disconnect';
    const { status, body } = code === undefined ? this.#response(processed) : codeResponse(code, statuses);
    return { status, headers: { 'content-type': 'application/json', ...lowerCased(headers) }, body };
  }

  #response(processed: HttpResponse | undefined): Pick<HttpResponse, 'status' | 'body'> {
    const { status, body } = this.options;
    return {
      status: status ?? processed?.status ?? (body === undefined ? 500 : 200),
      body:
        body === undefined ? (status === undefined && processed?.body) || this.#defaultBody() : asText(body),
    };
  }

  /** An outage before the call was processed says so with a code, which lets a client send the request again. */
  #defaultBody(): string {
    const isOutage = this.when === 'before' && this.options.status === ERRORS.service_unavailable.status;
    return isOutage ? OUTAGE_BODY : FAULT_BODY;
  }

  #appliesTo({ method, url, body }: HttpRequest): boolean {
    const { operation, method: wanted, webhook } = this.options;
    if (webhook !== undefined) return false;
    if (operation !== undefined) return operation === operationOf(method, url, body);
    return (
      (wanted === undefined || wanted.toUpperCase() === method) &&
      matchesGlob(this.options.path ?? '*', pathOf(url))
    );
  }
}

/** A fault without a body of its own has the body of the service, so that only the status is unusual. */
const FAULT_BODY = errorText('fault', 'A test added this fault.');
const OUTAGE_BODY = errorText('service_unavailable', 'A test added this fault. The request had no effect.');

function codeResponse(code: ErrorCode, statuses: StatusOverrides): Pick<HttpResponse, 'status' | 'body'> {
  const body = errorText(code, `A test added a fault with the code ${code}.`);
  return { status: statuses[code] ?? ERRORS[code].status, body };
}

function errorText(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } } satisfies ErrorBody);
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The operation of a call; undefined when there is none. */
function operationOf(method: string, url: string, body: string): OperationName | undefined {
  try {
    const { rows } = operationRouter.match(method, parseTarget(url).path);
    // Some operations differ only by their body.
    return chooseOperation(rows, rows.length > 1 ? JSON.parse(body) : undefined).name;
  } catch {
    return undefined;
  }
}

/** The maximum number of active faults: each call of the public API is compared with all of them. */
const MOST_FAULTS = 1_000;

/** The maximum number of used up faults that the list still shows. */
const MOST_SPENT = 1_000;

/** The faults of a moment, each with its hits. */
export interface SavedFaults {
  readonly active: readonly (readonly [fault: Fault, hits: number])[];
  readonly spent: readonly (readonly [fault: Fault, hits: number])[];
}

/** The faults of one service, in order of their creation: the first that applies counts the call. */
export class FaultList {
  #faults: Fault[] = [];
  #spent: Fault[] = [];
  #created = 0;

  /**
   * Activates a fault. The options have been checked.
   *
   * @throws Rejection when there are too many already.
   */
  add(options: FaultOptions): Fault {
    if (this.#faults.length >= MOST_FAULTS) {
      throw new Rejection(
        'conflict',
        `There are already ${MOST_FAULTS} faults, which is the maximum. Remove faults that you no longer need, with DELETE /faults or clearFaults().`,
      );
    }
    const fault = new Fault(`fault-${++this.#created}`, options);
    this.#faults.push(fault);
    return fault;
  }

  /** How many faults are active. */
  get size(): number {
    return this.#faults.length;
  }

  /** The faults in order of their creation, including those that are used up, because tests check their hits. */
  list(): FaultView[] {
    return [...this.#spent, ...this.#faults]
      .toSorted((a, b) => numberOf(a) - numberOf(b))
      .map(({ id, options, hits, left }) => ({ id, ...options, hits, left }));
  }

  /** Removes one by its identifier, or all of them. */
  clear(id?: string): void {
    const stays = (fault: Fault) => id !== undefined && fault.id !== id;
    this.#faults = this.#faults.filter(stays);
    this.#spent = this.#spent.filter(stays);
  }

  /** Removes one; after a reset another can have its identifier. */
  remove(fault: Fault): void {
    this.#faults = this.#faults.filter((candidate) => candidate !== fault);
    this.#spent = this.#spent.filter((candidate) => candidate !== fault);
  }

  /** The faults and their hits now, for {@link restore}. */
  save(): SavedFaults {
    const withHits = (fault: Fault) => [fault, fault.hits] as const;
    return { active: this.#faults.map(withHits), spent: this.#spent.map(withHits) };
  }

  /** Continues with the faults and hits of an earlier moment. Identifiers of later faults are not used again. */
  restore({ active, spent }: SavedFaults): void {
    for (const [fault, hits] of [...active, ...spent]) fault.restoreHits(hits);
    this.#faults = active.map(([fault]) => fault);
    this.#spent = spent.map(([fault]) => fault);
  }

  /** Removes all; the next one has the first number again. */
  reset(): void {
    this.clear();
    this.#created = 0;
  }

  /** The fault that applies to a request, if one does. */
  take(request: HttpRequest): Fault | undefined {
    return this.#takeFirst((candidate) => candidate.take(request));
  }

  /** The payload of a webhook that is about to be queued, changed by the fault that applies to it. */
  changePayload(kind: WebhookKind, payload: object): object {
    const fault = this.#takeFirst((candidate) => candidate.takeWebhook(kind));
    return fault === undefined ? payload : changedPayload(payload, fault.options);
  }

  #takeFirst(takes: (candidate: Fault) => boolean): Fault | undefined {
    const fault = this.#faults.find(takes);
    if (fault?.left !== 0) return fault;
    this.#faults = this.#faults.filter((candidate) => candidate !== fault);
    this.#spent = [...this.#spent, fault].slice(-MOST_SPENT);
    return fault;
  }
}

/**
 * Checks the options of a fault from code.
 *
 * @throws TypeError when they are not valid.
 */
export function checkFault(options: FaultOptions): FaultOptions {
  return checkInput('The fault is not valid', faultSchema, options) as FaultOptions;
}

function numberOf({ id }: Fault): number {
  return Number(id.slice('fault-'.length));
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
