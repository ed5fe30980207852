import { anySignal, uncached } from '@messaging-service/contract';
import { EmulatorError, type EmulatorIssue } from './emulator-error.ts';

/** Members of a query; those that are undefined are left out. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** The query, the body and the settings of a call. */
export interface CallOptions {
  readonly query?: Query | undefined;
  /** The body, as JSON. */
  readonly json?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Calls of the control API of one service. */
export class ControlCalls {
  /** The server, without a trailing slash. */
  readonly baseUrl: string;
  readonly #root: string;
  readonly #token: string | undefined;
  readonly #closed = new AbortController();
  /** Settles when the streams are open: calls wait for them, so that a stream has the events of every later call. */
  #opened: Promise<unknown> = Promise.resolve();

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
    await this.#opened;
    return (await this.#read(name, await this.#fetch(name, options))) as Body;
  }

  /** Deletes an object, unless it was deleted already. */
  async delete(path: string): Promise<void> {
    try {
      await this.call(`DELETE ${path}`);
    } catch (error) {
      if (!(error instanceof EmulatorError && error.code === 'not_found')) throw error;
    }
  }

  /** Opens a stream, which ends when `signal` is aborted or the client is closed. */
  open(name: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const opening = this.#fetch(name, { signal }).then(
      ({ body }) => body ?? new ReadableStream({ start: (controller) => controller.close() }),
    );
    // Without the result, which would keep all streams.
    this.#opened = Promise.allSettled([this.#opened, opening]).then(() => undefined);
    return opening;
  }

  /** Whether the client was closed. */
  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Ends all running calls and streams. */
  close(): void {
    this.#closed.abort();
  }

  async #fetch(name: string, { query = {}, json, signal }: CallOptions): Promise<Response> {
    const [method = 'GET', path = ''] = name.split(' ');
    const ended = anySignal([this.#closed.signal, signal]);
    let response: Response;
    // It needs TextEncoder when it is loaded, which the jsdom of Jest does not have.
    const { default: ky } = await import('ky');
    try {
      response = await ky(`${this.#root}${path}`, {
        method,
        // A client of a test must not hide failures by retries, and moves of the clock have no time limit.
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        ...uncached(),
        searchParams: query,
        signal: ended,
        ...(json === undefined ? {} : { json }),
        headers: this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` },
      });
    } catch (error) {
      throw this.#failure(name, error, ended);
    }
    if (!response.ok) throw refusal(name, response, await this.#read(name, response), this.baseUrl);
    return response;
  }

  async #read(name: string, response: Response): Promise<unknown> {
    try {
      const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
      return await (isJson ? response.json() : response.text());
    } catch (error) {
      if (this.#closed.signal.aborted) throw closedError(name);
      const reason = error instanceof SyntaxError ? error.message : 'the connection was lost';
      throw new EmulatorError(`The response of ${this.baseUrl} to ${name} could not be read: ${reason}.`, {
        code: 'unreachable',
        cause: error,
      });
    }
  }

  #failure(name: string, error: unknown, ended: AbortSignal): unknown {
    if (this.#closed.signal.aborted) return closedError(name);
    if (ended.aborted) return ended.reason;
    const reason = reasonOf(error);
    return new EmulatorError(
      `No emulator can be reached at ${this.baseUrl}${reason === undefined ? '' : ` (${reason})`}. Start one with "npx messaging-emulator --port ${portOf(this.baseUrl)}", or correct the option url. (${name})`,
      { code: 'unreachable', cause: error },
    );
  }
}

function closedError(name: string): EmulatorError {
  return new EmulatorError(`This client of the emulator was closed with close(). (${name})`, {
    code: 'closed',
  });
}

/** Describes the refusal of a call by the emulator, or the response of something that is not an emulator. */
function refusal(name: string, { status, url }: Response, body: unknown, baseUrl: string): EmulatorError {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; issues?: EmulatorIssue[] };
  };
  if (typeof error?.code !== 'string' || typeof error.message !== 'string')
    return notAnEmulator(baseUrl, `${new URL(url).pathname} returned ${status}`, status);
  const { code, message, issues } = error;
  // A wait that was too short describes itself, with the words of the emulator in the same process.
  const text = code === 'wait_timeout' ? message : `${message} (${name})`;
  return new EmulatorError(text, { status, code, issues });
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
