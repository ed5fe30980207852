import type { HttpRequest } from '../http/message.ts';
import type { Reply } from './public-api.ts';

/** The fault that hit a call. */
interface FaultHit {
  /** The identifier that the fault had. */
  readonly id: string;
  /** The fault as a sentence. */
  readonly text: string;
  /** Whether the response is that of the fault. */
  readonly isResponse: boolean;
}

/** A call of the public API and its response. */
export interface LoggedRequest {
  /** Its number, from 1. */
  readonly id: number;
  /** When it arrived: the emulator's time, in milliseconds since the epoch. */
  readonly at: number;
  /** How long it took, in milliseconds of real time. */
  readonly tookMs: number;
  /** The latest fact before the call was processed, and the latest one afterwards. A call that was refused caused none. */
  readonly seq: number;
  readonly endSeq: number;
  readonly request: HttpRequest;
  readonly reply: Reply;
  readonly fault: FaultHit | undefined;
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

  /** Adds a call. */
  add(call: Omit<LoggedRequest, 'id'>): void {
    const entry = { ...call, id: ++this.#latestId };
    this.#entries.push(entry);
    for (const listener of this.#listeners) listener(entry);
    this.#characters += charactersOf(entry);
    const isFull = () => this.#entries.length > this.limit || this.#characters > MOST_CHARACTERS;
    while (this.#entries.length > 1 && isFull())
      this.#characters -= charactersOf(this.#entries.shift() as LoggedRequest);
  }

  /** Calls a listener with every call from now on; the returned function ends that. */
  listen(listener: (entry: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** The call with a number, if it is kept. */
  entry(id: number): LoggedRequest | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** The calls kept, oldest first. */
  entries(): readonly LoggedRequest[] {
    return this.#entries.slice();
  }

  /** How many earlier calls are no longer kept. */
  get dropped(): number {
    const [oldest] = this.#entries;
    return oldest === undefined ? this.#latestId : oldest.id - 1;
  }

  /** Continues with the calls that were kept earlier. Numbers of later calls are not used again. */
  restore(entries: readonly LoggedRequest[]): void {
    this.#entries = [...entries];
    this.#characters = entries.reduce((sum, entry) => sum + charactersOf(entry), 0);
  }

  /** Forgets them. Numbers continue, so that a reader continues after the last number it has read. */
  clear(): void {
    this.restore([]);
  }
}

function charactersOf({ request, reply }: LoggedRequest): number {
  return request.body.length + (reply === 'disconnect' ? 0 : reply.body.length);
}

/** Whether a fact was recorded while a call was processed. */
export function hasCaused({ seq, endSeq }: LoggedRequest, factSeq: number): boolean {
  return seq < factSeq && factSeq <= endSeq;
}
