/**
 * A transport for applications that already have a configured ky instance.
 *
 * @packageDocumentation
 */
import type { KyInstance, Options } from 'ky';
import { classifyFailure } from './failure.ts';
import { initOf, readResponse } from './fetch.ts';
import { type Transport, TransportError, type TransportRequest } from './transport.ts';

/**
 * Creates a transport from an instance of ky 2. Its headers, hooks, `fetch` and `prefix` apply. Its retries, time limits
 * and errors for statuses do not, because the client has its own. A prefix replaces the origin of the client's `baseUrl`; a
 * URL that already begins with the prefix does not change.
 *
 * @param ky - The instance.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 * import { createKyTransport } from '@messaging-service/sdk/ky';
 * import ky from 'ky';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport: createKyTransport(ky.extend({ headers: { 'x-team': 'reception' } })),
 * });
 * await client.batches.listPending();
 * ```
 */
export function createKyTransport(ky: KyInstance): Transport {
  const defaults = readDefaults(ky);
  const { fetch = (...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args) } = defaults;
  return async (request) => {
    if (request.signal.aborted) throw new TransportError('aborted', { sent: 'no' });
    let isPassedOn = false;
    let hasResponse = false;
    const { headers, ...init } = initOf(request);
    let response: Response;
    try {
      response = await ky(readUrl(request, defaults.prefix), {
        ...init,
        headers,
        prefix: '',
        retry: 0,
        timeout: false,
        totalTimeout: false,
        throwHttpErrors: false,
        fetch: async (...args) => {
          isPassedOn = true;
          const response = await fetch(...args);
          hasResponse = true;
          return response;
        },
      });
    } catch (error) {
      throw describeFailure(error, isPassedOn, hasResponse);
    }
    return readResponse(response);
  };
}

/** Reads the defaults of an instance, which ky passes only to functions that extend it. */
function readDefaults(ky: KyInstance): Options {
  let defaults: Options = {};
  ky.extend((parent) => {
    defaults = parent;
    return {};
  });
  return defaults;
}

function readUrl({ url }: TransportRequest, prefix: Options['prefix']): string {
  const start = String(prefix ?? '').replace(/\/+$/, '');
  if (start === '' || url.startsWith(`${start}/`)) return url;
  const { pathname, search } = new URL(url);
  return start + pathname + search;
}

/** Passes on only the causes of ky's errors, because the errors contain the request, whose URL contains the key. */
function describeFailure(error: unknown, isPassedOn: boolean, hasResponse: boolean): TransportError {
  const { cause, request: held } = Object(error) as { cause?: unknown; request?: unknown };
  const reason = held === undefined ? error : cause;
  const failure = classifyFailure(reason);
  // The error of a hook does not show whether the request was sent, because hooks run before and after it.
  if (isPassedOn && !hasResponse) return failure;
  const { message, permanent } = failure;
  return new TransportError(message, { sent: isPassedOn ? 'maybe' : 'no', permanent, cause: reason });
}
