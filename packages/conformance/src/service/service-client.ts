import {
  type Endpoint,
  endpoints,
  fillPath,
  methodOf,
  type OperationName,
  uncached,
} from '@messaging-service/contract';
import ky, { isNetworkError } from 'ky';
import { redact } from './redact.ts';
import type { ConformanceTarget } from './target.ts';

/** The parameters of a request. */
export interface ServiceRequest {
  /** Values for the placeholders of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The body, which is serialized as JSON. */
  readonly body?: unknown;
  /** The body as raw text, instead of `body`. */
  readonly text?: string;
  /** An API key instead of the one that the operation takes; null for none. */
  readonly key?: string | null | undefined;
}

/** A response of the service. */
export interface ServiceResponse {
  readonly operation: string;
  readonly status: number;
  /** The body as text, without keys. */
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/** A request without a response. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';

  constructor(operation: string, error: unknown) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
    super(`${operation} got no response: ${message}${reason}`, { cause: error });
  }
}

/** The timeout of each request. */
const TIMEOUT_MS = 30_000;

/**
 * Calls the service by the endpoint table. It does not use the SDK, because cases judge the response of the service
 * and not how a client reads it.
 */
export class ServiceClient {
  readonly target: ConformanceTarget;

  constructor(target: ConformanceTarget) {
    this.target = target;
  }

  /** Calls an operation. */
  call(name: OperationName, request: ServiceRequest = {}): Promise<ServiceResponse> {
    const { method, path, key } = endpointNamed(name);
    const { accountKey, organizationKey } = this.target.keys;
    const defaultKey = key === 'organization' ? (organizationKey ?? null) : accountKey;
    const filled = fillPath(path, request.path ?? {});
    const { key: chosenKey = defaultKey } = request;
    return this.send(method, filled, { ...request, key: chosenKey }, name);
  }

  /** Sends a request that may match no operation. */
  async send(
    method: string,
    path: string,
    request: ServiceRequest,
    operation = `${method} ${path}`,
  ): Promise<ServiceResponse> {
    const query = new URLSearchParams(request.query);
    if (request.key != null) query.set('key', request.key);
    const base = this.target.baseUrl.replace(/\/+$/, '');
    const body = request.text ?? (request.body === undefined ? null : JSON.stringify(request.body));
    const fetch = methodOf(this.target, 'fetch');
    try {
      const response = await ky(`${base}${path}?${query.toString()}`, {
        method,
        body,
        redirect: 'manual',
        timeout: TIMEOUT_MS,
        // The first response counts, whatever its status: a retry would hide it.
        retry: 0,
        throwHttpErrors: false,
        ...uncached(),
        ...(fetch !== undefined && { fetch }),
        ...(body !== null && { headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      // Before anything is cut off, because a part of a key would not be recognized.
      const shown = redact(text, this.target.keys);
      return {
        operation,
        status: response.status,
        text: shown,
        body: parseJson(text),
      };
    } catch (error) {
      // ky wraps the error of the runtime in one that contains the URL, and with it the key.
      throw new NoResponse(operation, isNetworkError(error) ? error.cause : error);
    }
  }
}

/** Returns the row of an operation in the endpoint table. */
export function endpointNamed(name: OperationName): Endpoint {
  const [resource = '', operation = ''] = name.split('.');
  const table: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = endpoints;
  return table[resource]?.[operation] as Endpoint;
}

/** Returns the value of a text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
