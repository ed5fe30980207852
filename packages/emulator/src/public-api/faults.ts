import { ERRORS, type ErrorBody, type ErrorCode, type WebhookKind } from '@messaging-service/contract';
import { faultSentence } from '@messaging-service/text';
import { matchesGlob } from '../domain/rules/glob.ts';
import { Rejection } from '../domain/state/rejection.ts';
import type { StatusOverrides } from '../http/encode.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { milliseconds } from '../runtime/options/values.ts';
import { LONGEST_TIMEOUT_MS } from '../runtime/time/clock-drivers.ts';
import { callAfter } from '../runtime/time/real-timers.ts';
import type { FaultOptions } from './fault-options.ts';
import { findOperation, operationRouter } from './operations.ts';

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
  /** How many calls or webhooks it has affected. */
  hits = 0;

  constructor(id: string, options: FaultOptions) {
    this.id = id;
    this.options = options;
    this.when = options.when ?? 'before';
  }

  /** The fault as a sentence, which a request, a message or a webhook that it hit remembers. */
  get sentence(): string {
    return faultSentence(this.options);
  }

  /** How many more calls or webhooks it applies to. */
  get left(): number {
    return (this.options.times ?? 1) - this.hits;
  }

  /** Whether the fault replaces the response; a mere delay does not. */
  get replaces(): boolean {
    const { code, status, body, headers, disconnect } = this.options;
    return disconnect === true || [code, status, body, headers].some((member) => member !== undefined);
  }

  /** Whether the call is not processed: the fault responds in its place. */
  get preventsCall(): boolean {
    return this.when === 'before' && this.replaces;
  }

  /** Whether it applies to a call, until it is used up. */
  appliesTo(request: HttpRequest): boolean {
    const { method, target } = request;
    const { operation, method: wanted = method, path = '*', webhook } = this.options;
    if (webhook !== undefined) return false;
    if (operation !== undefined) return operation === findOperation(request)?.operation.name;
    // A browser that requests an icon, or a preflight, must not use one up.
    const isOfApi = operationRouter.has(method, target.path);
    return isOfApi && wanted.toUpperCase() === method && matchesGlob(path, target.path);
  }

  /** Waits for the delay of the fault, in real time. */
  delay(): Promise<void> {
    const delayMs = Math.min(milliseconds(this.options.delay ?? 0), LONGEST_TIMEOUT_MS);
    return delayMs > 0 ? new Promise((resolve) => void callAfter(delayMs, resolve)) : Promise.resolve();
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
    const ownBody = typeof body === 'string' ? body : JSON.stringify(body);
    const trueBody = status === undefined ? processed?.body : undefined;
    return {
      status: status ?? processed?.status ?? (body === undefined ? 500 : 200),
      body: body === undefined ? (trueBody ?? this.#defaultBody()) : ownBody,
    };
  }

  /** An outage before the call was processed says so with a code, which lets a client send the request again. */
  #defaultBody(): string {
    const isOutage = this.when === 'before' && this.options.status === ERRORS.service_unavailable.status;
    return isOutage ? OUTAGE_BODY : FAULT_BODY;
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

/** The maximum number of active faults: each call of the public API is compared with all of them. */
const MOST_FAULTS = 1_000;

/** The maximum number of used up faults that the list still shows. */
const MOST_SPENT = 1_000;

/** The faults of a moment, each with its hits. */
export type SavedFaults = readonly (readonly [fault: Fault, hits: number])[];

/** The faults of one service, in order of their creation: the first that applies counts the call. See EMU-6. */
export class FaultList {
  /** Those that are used up stay, because tests check their hits. */
  #faults: Fault[] = [];
  #created = 0;

  /**
   * Activates a fault. The options have been checked.
   *
   * @throws Rejection when there are too many already.
   */
  add(options: FaultOptions): Fault {
    if (this.size >= MOST_FAULTS) {
      throw new Rejection(
        'conflict',
        `There are already ${MOST_FAULTS} faults, the maximum. Remove some with DELETE /faults or clearFaults().`,
      );
    }
    const fault = new Fault(`fault-${++this.#created}`, options);
    this.#faults.push(fault);
    return fault;
  }

  /** How many faults are active. */
  get size(): number {
    return this.#faults.filter(({ left }) => left > 0).length;
  }

  /** The faults in order of their creation, including those that are used up. */
  list(): FaultView[] {
    return this.#faults.map(({ id, options, hits, left }) => ({ id, ...options, hits, left }));
  }

  /**
   * The fault with an identifier.
   *
   * @throws {Rejection} when there is none.
   */
  get(id: string): Fault {
    const fault = this.#faults.find((candidate) => candidate.id === id);
    if (fault === undefined) throw new Rejection('not_found', `There is no fault ${id}.`);
    return fault;
  }

  /** Removes all. */
  clear(): void {
    this.#faults = [];
  }

  /** Removes one; after a reset another can have its identifier. */
  remove(fault: Fault): void {
    this.#faults = this.#faults.filter((candidate) => candidate !== fault);
  }

  /** The faults and their hits now, for {@link restore}. */
  save(): SavedFaults {
    return this.#faults.map((fault) => [fault, fault.hits]);
  }

  /** Continues with the faults and hits of an earlier moment. Identifiers of later faults are not used again. */
  restore(saved: SavedFaults): void {
    this.#faults = saved.map(([fault, hits]) => {
      fault.hits = hits;
      return fault;
    });
  }

  /** Removes all; the next one has the first number again. */
  reset(): void {
    this.clear();
    this.#created = 0;
  }

  /** The fault that applies to a request, if one does. */
  take(request: HttpRequest): Fault | undefined {
    return this.#takeFirst((fault) => fault.appliesTo(request));
  }

  /** The payload of a webhook that is about to be queued, changed by the fault that applies to it. */
  changePayload(kind: WebhookKind, payload: object): { payload: object; fault?: string | undefined } {
    const fault = this.#takeFirst(({ options }) => options.webhook === kind);
    if (fault === undefined) return { payload };
    return { payload: changedPayload(payload, fault.options), fault: fault.sentence };
  }

  /** Counts a call or a webhook. */
  #takeFirst(applies: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#faults.find((candidate) => candidate.left > 0 && applies(candidate));
    if (fault === undefined) return undefined;
    fault.hits++;
    if (this.#faults.length - this.size > MOST_SPENT)
      this.remove(this.#faults.find(({ left }) => left === 0) as Fault);
    return fault;
  }
}

type Members = Record<string, unknown>;

/** A copy of a payload with the changes of a fault: first those that it sets, then those that it removes. */
function changedPayload(payload: object, { set = {}, remove = [] }: FaultOptions): object {
  const copy = structuredClone(payload) as Members;
  for (const [name, value] of Object.entries(set)) {
    const [holder, last] = memberAt(copy, name);
    setMember(holder, last, value);
  }
  for (const name of remove) {
    const [holder, last] = memberAt(copy, name);
    delete holder[last];
  }
  return copy;
}

/** The object that has a member, and the member's own name. Objects on the way that are missing are created. */
function memberAt(payload: Members, name: string): readonly [Members, string] {
  const names = name.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((members, next) => {
    const found = Object.hasOwn(members, next) ? members[next] : undefined;
    if (typeof found === 'object' && found !== null) return found as Members;
    const created: Members = {};
    setMember(members, next, created);
    return created;
  }, payload);
  return [holder, last];
}

/** Sets a member of any name, also `__proto__`. */
function setMember(holder: Members, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
