import { type Endpoint, endpoints, fillPath, type OperationName } from '@messaging-service/contract';
import ky, { isNetworkError } from 'ky';
import type { ConformanceTarget } from './target.ts';

/** What a call carries. */
export interface Request {
  /** What fills the placeholders of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The body, written as JSON. */
  readonly body?: unknown;
  /** The body to the letter, instead. */
  readonly text?: string;
  /** Instead of the key the operation takes; null for none. */
  readonly key?: string | null;
}

/** What came back. */
export interface Answer {
  readonly operation: string;
  readonly status: number;
  readonly text: string;
  /** The body, read as JSON; undefined when it is not JSON. */
  readonly body: unknown;
}

/** A request that no answer came to. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(operation: string, error: unknown) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
    super(`${operation} had no answer: ${message}${reason}`, { cause: error });
  }
}

/** No request may take longer. */
const TIMEOUT_MS = 30_000;

/** Calls the service by the endpoint table: no client stands between, so that what is judged is what was answered. */
export class Service {
  readonly #target: ConformanceTarget;

  constructor(target: ConformanceTarget) {
    this.#target = target;
  }

  /** Calls an operation. */
  call(name: OperationName, request: Request = {}): Promise<Answer> {
    const { method, path, key } = endpointNamed(name);
    const { accountKey, organizationKey } = this.#target.keys;
    const own = key === 'organization' ? (organizationKey ?? null) : accountKey;
    const filled = fillPath(path, (request.path ?? {}) as never);
    return this.send(name, method, filled, {
      ...request,
      key: request.key === undefined ? own : request.key,
    });
  }

  /** Sends a request that may be no operation at all. */
  async send(operation: string, method: string, path: string, request: Request): Promise<Answer> {
    const query = new URLSearchParams(request.query);
    if (request.key != null) query.set('key', request.key);
    const base = this.#target.baseUrl.replace(/\/+$/, '');
    const body = request.text ?? (request.body === undefined ? null : JSON.stringify(request.body));
    const { fetch } = this.#target;
    try {
      const response = await ky(`${base}${path}?${query.toString()}`, {
        method,
        body,
        redirect: 'manual',
        timeout: TIMEOUT_MS,
        // The first response counts, whatever its status: a repetition would hide what the service did.
        retry: 0,
        throwHttpErrors: false,
        ...(fetch !== undefined && { fetch }),
        ...(body !== null && { headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      return { operation, status: response.status, text, body: parseJson(text) };
    } catch (error) {
      // ky wraps the error of the runtime in one that names the URL, and with it the key.
      throw new NoAnswer(operation, isNetworkError(error) ? error.cause : error);
    }
  }
}

/** The row of an operation. */
export function endpointNamed(name: OperationName): Endpoint {
  const [resource = '', operation = ''] = name.split('.');
  const table: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = endpoints;
  return table[resource]?.[operation] as Endpoint;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
