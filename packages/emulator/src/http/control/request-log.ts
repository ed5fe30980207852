import { formatTimestamp } from '@messaging-service/contract';
import { turnTaker } from '../../runtime/time/event-loop.ts';
import type { Reply } from '../public/gateway.ts';
import type { HttpRequest } from '../wire/message.ts';
import { redactBody, redactUrl } from '../wire/redact.ts';

/** A call of the public API and what became of it. */
export interface LoggedRequest {
  /** Its number, from 1. */
  readonly id: number;
  /** When it came in: the emulator's time, in milliseconds since the epoch. */
  readonly at: number;
  /** How long it took, in milliseconds of real time. */
  readonly tookMs: number;
  readonly request: HttpRequest;
  readonly reply: Reply;
}

/** Requests kept at most, and characters of their bodies: what a person can look through, and a process can carry. */
const MOST_REQUESTS = 1_000;
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** The latest calls of the public API. Only references are kept: what it costs is paid by those who look. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #first = 0;
  #characters = 0;
  #latestId = 0;

  /** The number of the latest request. */
  get latestId(): number {
    return this.#latestId;
  }

  /** Takes note of a call. */
  add(at: number, tookMs: number, request: HttpRequest, reply: Reply): void {
    const entry = { id: ++this.#latestId, at, tookMs, request, reply };
    this.#entries.push(entry);
    this.#characters += charactersOf(entry);
    while (this.#length > 1 && (this.#length > MOST_REQUESTS || this.#characters > MOST_CHARACTERS))
      this.#drop();
  }

  /** The calls kept, oldest first. */
  entries(): readonly LoggedRequest[] {
    return this.#entries.slice(this.#first);
  }

  /** Forgets them. Numbers go on: who has read up to one reads on from there. */
  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#characters = 0;
  }

  get #length(): number {
    return this.#entries.length - this.#first;
  }

  /** Cutting once the list is twice too long costs nothing on average; what is dropped must not be held until then. */
  #drop(): void {
    this.#characters -= charactersOf(this.#entries[this.#first] as LoggedRequest);
    this.#entries[this.#first++] = undefined as unknown as LoggedRequest;
    if (this.#first < MOST_REQUESTS) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}

function charactersOf({ request, reply }: LoggedRequest): number {
  return request.body.length + (reply === 'disconnect' ? 0 : reply.body.length);
}

/** The texts of a call as they may be shown: without secrets, and no longer than a person reads. */
interface ShownTexts {
  readonly url: string;
  readonly requestBody: string;
  readonly responseBody: string | null;
}

/** Characters of a body that are shown and searched. */
const MOST_SHOWN = 100_000;

/** Made when somebody looks for the first time; the log itself holds what was sent. */
const shownTexts = new WeakMap<LoggedRequest, ShownTexts>();

function show(entry: LoggedRequest): ShownTexts {
  const known = shownTexts.get(entry);
  if (known !== undefined) return known;
  const { request, reply } = entry;
  const shown = {
    url: redactUrl(request.url),
    requestBody: showBody(request.body),
    responseBody: reply === 'disconnect' ? null : showBody(reply.body),
  };
  shownTexts.set(entry, shown);
  return shown;
}

function showBody(body: string): string {
  const omitted = body.length - MOST_SHOWN;
  if (omitted <= 0) return redactBody(body);
  return `${redactBody(body.slice(0, MOST_SHOWN))}… (${omitted} more characters)`;
}

/** A call as a list shows it. */
export function summarizeRequest(entry: LoggedRequest) {
  const { id, at, tookMs, request, reply } = entry;
  return {
    id,
    at: formatTimestamp(at),
    method: request.method,
    url: show(entry).url,
    status: reply === 'disconnect' ? null : reply.status,
    tookMs: Math.round(tookMs * 1_000) / 1_000,
  };
}

/** A call with its bodies. */
export function describeRequest(entry: LoggedRequest) {
  const { requestBody, responseBody } = show(entry);
  const { reply } = entry;
  return {
    ...summarizeRequest(entry),
    requestBody,
    responseHeaders: reply === 'disconnect' ? null : reply.headers,
    responseBody,
  };
}

/** The calls that have a text in their address or in what is shown of their bodies, whatever its case. */
export async function searchRequests(log: RequestLog, search: string): Promise<readonly LoggedRequest[]> {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return log.entries();
  const takeTurn = turnTaker();
  const found: LoggedRequest[] = [];
  for (const entry of log.entries()) {
    if (contains(entry, wanted)) found.push(entry);
    await takeTurn();
  }
  return found;
}

function contains(entry: LoggedRequest, wanted: string): boolean {
  const { url, requestBody, responseBody } = show(entry);
  const status = entry.reply === 'disconnect' ? '' : entry.reply.status;
  const text = `${entry.request.method} ${url} ${status} ${requestBody} ${responseBody ?? ''}`;
  return text.toLowerCase().includes(wanted);
}
