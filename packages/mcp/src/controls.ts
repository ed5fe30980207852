import type { Operations } from './operations.ts';

/** A call of the control API as plain data. */
export interface ControlRequest {
  readonly method: string;
  /** Path and query below the prefix of the control API. */
  readonly path: string;
  /** The body as JSON; undefined for a call without one. */
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The response to a call: its status and its body, as text. */
export interface ControlResponse {
  readonly status: number;
  readonly body: string;
}

/** How tools reach the control API of an emulator: in its process, or over HTTP. */
export interface ControlPort {
  /**
   * Makes a call.
   *
   * @throws {ControlError} The emulator cannot be reached.
   */
  call(request: ControlRequest): Promise<ControlResponse>;
}

/** The control API refused a call. */
export class ControlError extends Error {
  /** The error code, such as `not_found`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Arguments of a tool, and members of the input of an operation. */
export type Arguments = Readonly<Record<string, unknown>>;

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** The service that is controlled. */
interface ControlledService {
  /** The base URL for the application under test, without a trailing slash. */
  readonly url: string;
  /** The identifier of the sandbox; undefined for the default service. */
  readonly sandbox: string | undefined;
  /** Ends the calls early. */
  readonly signal: AbortSignal;
}

/** The controls of one service: the default one, or a sandbox. */
export class Controls {
  readonly operations: Operations;
  readonly url: string;
  readonly #port: ControlPort;
  readonly #prefix: string;
  readonly #signal: AbortSignal;

  constructor(port: ControlPort, operations: Operations, { url, sandbox, signal }: ControlledService) {
    this.operations = operations;
    this.url = url;
    this.#port = port;
    this.#prefix = sandbox === undefined ? '' : `/sandboxes/${encodeURIComponent(sandbox)}`;
    this.#signal = signal;
  }

  /**
   * Calls an operation. Each argument goes to the path, the query or the body, as the operation has it.
   *
   * @throws {ControlError} The emulator refuses the call.
   */
  async call<Answer>(name: string, given: Arguments = {}): Promise<Answer> {
    const { method, path, query, body: bodySchema } = this.operations.get(name);
    const { id, ...rest } = given;
    const members = Object.entries(rest).filter(([, value]) => value !== undefined);
    const [asked, sent] = [
      members.filter(([key]) => key in query),
      members.filter(([key]) => !(key in query)),
    ];
    const search = new URLSearchParams(
      asked.map(([key, value]): [string, string] => [key, textOf(key, value)]),
    );
    const target = path.replace('{id}', () => encodeURIComponent(String(id)));
    const { status, body } = await this.#port.call({
      method,
      path: `${this.#prefix}${target}${search.size === 0 ? '' : `?${search.toString()}`}`,
      body: bodySchema === undefined ? undefined : JSON.stringify(Object.fromEntries(sent)),
      signal: this.#signal,
    });
    if (status < 400) return JSON.parse(body) as Answer;
    throw refusalOf(status, body);
  }
}

/** A value in a query, where everything is text. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const form = Array.isArray(value) ? 'a list' : 'an object';
  throw new ControlError('invalid_argument', `"${name}" must be a text, a number or a boolean, not ${form}.`);
}

/**
 * Reads a document of an emulator.
 *
 * @param path - Its path below the prefix of the control API.
 * @throws {ControlError} The emulator cannot be reached, or refuses the call.
 */
export async function readPath(port: ControlPort, path: string): Promise<string> {
  const { status, body } = await port.call({ method: 'GET', path, body: undefined, signal: undefined });
  if (status !== 200) throw refusalOf(status, body);
  return body;
}

/** Reads the response to a call that was refused. A proxy can have written another text. */
function refusalOf(status: number, body: string): ControlError {
  let error: ErrorBody['error'];
  try {
    ({ error } = JSON.parse(body) as ErrorBody);
  } catch {
    error = undefined;
  }
  const {
    code = 'unexpected_response',
    message = `The response has status ${status}.`,
    issues = [],
  } = error ?? {};
  const named = issues.filter(({ path, message: text }) => !message.includes(`${path} ${text}`));
  const lines = [message, ...named.map((issue) => `- ${issue.path}: ${issue.message}`)];
  return new ControlError(code, lines.join('\n'));
}
