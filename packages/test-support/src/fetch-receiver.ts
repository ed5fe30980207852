/** A webhook, as received. */
export interface FetchedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** The raw body. */
  readonly body: string;
  readonly payload: unknown;
  /** Aborted when the emulator's timeout has passed. */
  readonly signal: AbortSignal;
}

/** A receiver in this process. Pass its `fetch` to the emulator as `webhooks.fetch`. */
export interface FetchReceiver {
  readonly fetch: typeof globalThis.fetch;
  readonly received: readonly FetchedRequest[];
}

/**
 * Creates a receiver of webhooks.
 *
 * @param answer - Returns the status or the response for each webhook; default: 200. `count` is 1 for the first webhook.
 */
export function createFetchReceiver(
  answer: (webhook: FetchedRequest, count: number) => number | Response | Promise<number | Response> = () =>
    200,
): FetchReceiver {
  const received: FetchedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    const { url, method, headers, signal } = request;
    const webhook = { url, method, headers, body, payload: JSON.parse(body) as unknown, signal };
    received.push(webhook);
    const answered = await answer(webhook, received.length);
    return typeof answered === 'number' ? new Response(null, { status: answered }) : answered;
  };
  return { fetch, received };
}

/** A promise that the test resolves, for a receiver that has to wait before it responds. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Never responds. Rejects as `fetch` does when the emulator's timeout aborts the request. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
