import ky from 'ky';
import { EmulatorError, type EmulatorIssue } from './emulator-error.ts';

/** Members of a query; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The query, the body and the settings of a call. */
export interface CallOptions {
  readonly query?: Query | undefined;
  /** The body, as JSON. */
  readonly json?: unknown;
  /** The body of an upload. */
  readonly body?: Blob | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls of the control API of one service. */
export class ControlCalls {
  /** The server, without a trailing slash. */
  readonly baseUrl: string;
  readonly #root: string;
  readonly #token: string | undefined;
  readonly #closed = new AbortController();
  /** Streams that are being opened: calls wait for them, so that a stream has the events of every later call. */
  readonly #opening = new Set<Promise<unknown>>();

  constructor(baseUrl: string, path: string, token: string | undefined) {
    this.baseUrl = baseUrl;
    this.#root = `${baseUrl}${path}`;
    this.#token = token;
  }

  /** The same server at another path. */
  at(path: string): ControlCalls {
    return new ControlCalls(this.baseUrl, path, this.#token);
  }

  /** Makes a call such as `call('POST /settle')` and returns the body of the response. */
  async call<Body>(name: string, options: CallOptions = {}): Promise<Body> {
    await Promise.allSettled(this.#opening);
    const response = await this.#fetch(name, options);
    const body = await this.#read(response);
    if (!response.ok) throw refusal(response, body, this.baseUrl);
    return body as Body;
  }

  /** Opens a stream, which ends when `signal` is aborted or the client is closed. */
  open(name: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const opening = this.#open(name, signal);
    this.#opening.add(opening);
    const forget = () => this.#opening.delete(opening);
    opening.then(forget, forget);
    return opening;
  }

  /** Ends all running calls and streams. */
  close(): void {
    this.#closed.abort(
      new EmulatorError('This client of the emulator was closed with close().', { code: 'closed' }),
    );
  }

  async #open(name: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#fetch(name, { signal });
    if (!response.ok) throw refusal(response, await this.#read(response), this.baseUrl);
    return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  }

  async #fetch(name: string, { query = {}, json, body, signal }: CallOptions): Promise<Response> {
    const [method = 'GET', path = ''] = name.split(' ');
    const present = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
    const ends = [this.#closed.signal, ...(signal === undefined ? [] : [signal])];
    const ended = AbortSignal.any(ends);
    try {
      return await ky(`${this.#root}${path}`, {
        method,
        // A client of a test must not hide failures by retries, and moves of the clock have no time limit.
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        searchParams: present,
        signal: ended,
        ...(json === undefined ? {} : { json }),
        ...(body === undefined ? {} : { body }),
        headers: this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` },
      });
    } catch (error) {
      throw this.#failure(error, ended);
    }
  }

  async #read(response: Response): Promise<unknown> {
    try {
      const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
      return await (isJson ? response.json() : response.text());
    } catch (error) {
      throw this.#failure(error, this.#closed.signal);
    }
  }

  #failure(error: unknown, ended: AbortSignal): unknown {
    if (ended.aborted) return ended.reason;
    const reason = reasonOf(error);
    return new EmulatorError(
      `No emulator can be reached at ${this.baseUrl}${reason === undefined ? '' : ` (${reason})`}. Start one with "npx messaging-emulator --port ${portOf(this.baseUrl)}", or correct the option url.`,
      { code: 'unreachable', cause: error },
    );
  }
}

/** Describes the refusal of a call by the emulator, or the response of something that is not an emulator. */
function refusal({ status, url }: Response, body: unknown, baseUrl: string): EmulatorError {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; issues?: EmulatorIssue[] };
  };
  if (typeof error?.code === 'string' && typeof error.message === 'string')
    return new EmulatorError(error.message, { status, code: error.code, issues: error.issues });
  return notAnEmulator(baseUrl, `${new URL(url).pathname} returned ${status}`, status);
}

/** The error for a server that is something else. */
export function notAnEmulator(baseUrl: string, found: string, status?: number): EmulatorError {
  return new EmulatorError(
    `${baseUrl} responds, but it is not a messaging emulator: ${found}. Check the option url: it may be the address of the application under test.`,
    { code: 'not_an_emulator', status },
  );
}

/** Finds the code of the system's error, such as `ECONNREFUSED`, which fetch and ky wrap in their own errors. */
function reasonOf(error: unknown): string | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++) {
    if ('code' in inner && typeof inner.code === 'string') return inner.code;
  }
  return undefined;
}

function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return port || (protocol === 'https:' ? '443' : '80');
}
