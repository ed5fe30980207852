import type { HttpRequest } from '../wire/message.ts';
import type { PublicFace, Reply } from './gateway.ts';

/** A call of the public API and its response. */
export interface LoggedRequest {
  /** Its number, from 1. */
  readonly id: number;
  /** When it arrived: the emulator's time, in milliseconds since the epoch. */
  readonly at: number;
  /** How long it took, in milliseconds of real time. */
  readonly tookMs: number;
  /** The latest fact before the call, and the latest one when its response was ready. */
  readonly seq: number;
  readonly endSeq: number;
  readonly request: HttpRequest;
  readonly reply: Reply;
}

/** The maximum number of characters of all bodies: few enough for the memory of the process. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * The latest calls of the public API. Only references are kept, so that calls cost little; readers prepare the texts.
 */
export class RequestLog {
  /** The number of calls that are kept, unless their bodies are too long together. */
  readonly limit: number;
  #entries: LoggedRequest[] = [];
  #first = 0;
  #characters = 0;
  #latestId = 0;
  readonly #listeners = new Set<(entry: LoggedRequest) => void>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The number of the latest request. */
  get latestId(): number {
    return this.#latestId;
  }

  /** Adds a call and returns its number. */
  add(call: Omit<LoggedRequest, 'id'>): number {
    const entry = { id: ++this.#latestId, ...call };
    this.#entries.push(entry);
    for (const listener of this.#listeners) listener(entry);
    this.#characters += charactersOf(entry);
    while (this.#length > 1 && (this.#length > this.limit || this.#characters > MOST_CHARACTERS))
      this.#drop();
    return entry.id;
  }

  /** Calls a listener with every call from now on; the returned function ends that. */
  listen(listener: (entry: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** The call with a number, if it is kept. Numbers have no gaps. */
  entry(id: number): LoggedRequest | undefined {
    return this.#entries[this.#entries.length - 1 - (this.#latestId - id)];
  }

  /** The calls kept, oldest first. */
  entries(): readonly LoggedRequest[] {
    return this.#entries.slice(this.#first);
  }

  /** Forgets them. Numbers continue, so that a reader continues after the last number it has read. */
  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#characters = 0;
  }

  get #length(): number {
    return this.#entries.length - this.#first;
  }

  /**
   * The list is cut only when it is twice too long, which costs almost nothing on average. The bodies of dropped calls
   * are released immediately.
   */
  #drop(): void {
    this.#characters -= charactersOf(this.#entries[this.#first] as LoggedRequest);
    this.#entries[this.#first++] = undefined as unknown as LoggedRequest;
    if (this.#first < this.limit) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}

function charactersOf({ request, reply }: LoggedRequest): number {
  return request.body.length + (reply === 'disconnect' ? 0 : reply.body.length);
}

/** The parts of a service that handle and log a call. */
interface Logging {
  readonly gateway: PublicFace;
  readonly requests: RequestLog;
  readonly core: { readonly driver: { now(): number }; readonly journal: { readonly seq: number } };
}

/** Handles a call of the public API, and adds it to the log. */
export function handleLogged(
  { gateway, requests, core }: Logging,
  request: HttpRequest,
  onLogged: (id: number) => void = () => undefined,
): Reply | Promise<Reply> {
  const at = core.driver.now();
  const { seq } = core.journal;
  const startedAt = performance.now();
  const note = (reply: Reply) => {
    const tookMs = performance.now() - startedAt;
    onLogged(requests.add({ at, tookMs, seq, endSeq: core.journal.seq, request, reply }));
    return reply;
  };
  const reply = gateway.handle(request);
  return reply instanceof Promise ? reply.then(note) : note(reply);
}
