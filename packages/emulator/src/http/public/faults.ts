import type { ErrorBody } from '@messaging-service/contract';
import { Rejection } from '../../domain/state/rejection.ts';
import { Glob } from '../../runtime/options/glob.ts';
import { LONGEST_TIMEOUT_MS } from '../../runtime/time/clock-drivers.ts';
import type { HttpRequest, HttpResponse } from '../wire/message.ts';

/** Something that goes wrong with calls of the public API. What is left out is not part of the fault. */
export interface FaultOptions {
  /** The method it applies to; default all. */
  method?: string | undefined;
  /** The path it applies to: exact, or with `*` for anything; default all. */
  path?: string | undefined;
  /** Status of the answer instead of the true one; default 200 where a body is given, else 500. */
  status?: number | undefined;
  /** Body of the answer instead of the true one: text as it is, anything else as JSON. */
  body?: unknown;
  /** Headers of the answer, over the usual ones. */
  headers?: Record<string, string> | undefined;
  /** Real time before the answer, in milliseconds: before the call is processed or after it, as `when` says. */
  delayMs?: number | undefined;
  /** Cut the connection instead of answering. */
  disconnect?: boolean | undefined;
  /** How many calls it applies to; default 1. */
  times?: number | undefined;
  /** `before` (the default): nothing is processed. `after`: the call is processed, and only then the answer replaced. */
  when?: 'before' | 'after' | undefined;
}

/** A fault in force. */
export class Fault {
  readonly id: string;
  readonly options: FaultOptions;
  readonly when: 'before' | 'after';
  #left: number;
  readonly #path: Glob;

  constructor(id: string, options: FaultOptions) {
    this.id = id;
    this.options = options;
    this.when = options.when ?? 'before';
    this.#left = options.times ?? 1;
    this.#path = new Glob(options.path ?? '*');
  }

  /** How many more calls it applies to. */
  get left(): number {
    return this.#left;
  }

  /** Whether there is another answer than the true one; a mere delay has none. */
  get replaces(): boolean {
    const { status, body, headers, disconnect } = this.options;
    return disconnect === true || status !== undefined || body !== undefined || headers !== undefined;
  }

  /** Counts a call if the fault applies to it. */
  take({ method, url }: HttpRequest): boolean {
    const applies = this.options.method === undefined || this.options.method.toUpperCase() === method;
    if (!applies || this.#left < 1 || !this.#path.matches(pathOf(url))) return false;
    this.#left--;
    return true;
  }

  /** Waits as long as the fault says, in real time. */
  delay(): Promise<void> {
    const delayMs = Math.min(this.options.delayMs ?? 0, LONGEST_TIMEOUT_MS);
    return delayMs > 0 ? new Promise((resolve) => setTimeout(resolve, delayMs)) : Promise.resolve();
  }

  /** What is answered instead, built over the true answer where the call was processed. */
  reply(answer: HttpResponse | undefined): HttpResponse | 'disconnect' {
    const { disconnect, status, body, headers } = this.options;
    if (disconnect === true) return 'disconnect';
    return {
      status: status ?? answer?.status ?? (body === undefined ? 500 : 200),
      headers: { 'content-type': 'application/json', ...lowerCased(headers ?? {}) },
      body: body === undefined ? (status === undefined && answer?.body) || FAULT_BODY : asText(body),
    };
  }
}

/** A fault without a body of its own answers as the service would, so that only the status is out of the ordinary. */
const FAULT_BODY = JSON.stringify({
  error: { code: 'fault', message: 'A test asked for this fault.' },
} satisfies ErrorBody);

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The most faults in force: each call of the public API is compared with all of them. */
const MOST_FAULTS = 1_000;

/** The faults of one service, in order of their creation: the first that applies is used up. */
export class FaultList {
  #faults: Fault[] = [];
  #created = 0;

  /**
   * Puts a fault in force.
   *
   * @throws Rejection when there are too many already.
   */
  add(options: FaultOptions): Fault {
    if (this.#faults.length >= MOST_FAULTS) {
      throw new Rejection(
        'conflict',
        `There are ${MOST_FAULTS} faults in force already, which is the most there can be. Remove those that no test needs any more, with DELETE /faults or clearFaults().`,
      );
    }
    const fault = new Fault(`fault-${++this.#created}`, options);
    this.#faults.push(fault);
    return fault;
  }

  /** The faults still in force. */
  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Takes one out of force by its identifier, or all of them. */
  clear(id?: string): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
  }

  /** Takes one out of force; after a reset another can have its identifier. */
  remove(fault: Fault): void {
    this.#faults = this.#faults.filter((candidate) => candidate !== fault);
  }

  /** Takes all out of force; the next one has the first number again. */
  reset(): void {
    this.clear();
    this.#created = 0;
  }

  /** The fault that applies to a request, if one does. */
  take(request: HttpRequest): Fault | undefined {
    const fault = this.#faults.find((candidate) => candidate.take(request));
    if (fault?.left === 0) this.remove(fault);
    return fault;
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
