/** A webhook as its receiver sees it. */
export interface FetchedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** The body to the letter. */
  readonly body: string;
  readonly payload: unknown;
  /** Aborted when the emulator has waited long enough. */
  readonly signal: AbortSignal;
}

/** A receiver in this process: `webhooks.fetch` takes its `fetch`. */
export interface FetchReceiver {
  readonly fetch: typeof globalThis.fetch;
  readonly received: readonly FetchedRequest[];
}

/**
 * Makes a receiver of webhooks.
 *
 * @param answer - The status of each answer, or the answer itself; `count` is 1 for the first webhook. Default 200.
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

/** A promise that is settled from outside: for a receiver that answers when the test says so. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Rejects as `fetch` does once the emulator has waited long enough; until then it does not answer. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
