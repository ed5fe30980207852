/** A webhook as it reached the receiver. */
export interface ReceivedWebhook {
  /** Its headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body, as text. */
  readonly body: string;
}

/** A receiver of webhooks that the service can reach. */
export interface WebhookReceiver {
  /** The URL that the service sends webhooks to. */
  readonly url: string;
  /** The webhooks received so far, oldest first. */
  received(): readonly ReceivedWebhook[] | Promise<readonly ReceivedWebhook[]>;
  /** Sets the status of the responses to later webhooks; default 200. */
  respondWith(status: number): void | Promise<void>;
}

/**
 * The API keys for the requests. Reports never contain them.
 *
 * @example
 * ```ts
 * import { checkConformance } from '@messaging-service/conformance';
 *
 * const keys = {
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   organizationKey: '00112233445566778899aabbccddeeff',
 * };
 * const { clauses } = await checkConformance({ baseUrl: 'https://api.example.com', keys });
 * console.log(clauses.filter(({ outcome }) => outcome === 'failed').length); // 0
 * ```
 */
export interface TargetKeys {
  /** An account's API key. KEY-2. */
  accountKey: string;
  /** The organization's API key. Without it, cases about accounts are skipped. KEY-3. */
  organizationKey?: string | undefined;
}

/**
 * The service under test, and the side effects that you allow.
 *
 * @example
 * ```ts
 * import { checkConformance, type ReceivedWebhook } from '@messaging-service/conformance';
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const received: ReceivedWebhook[] = [];
 * let status = 200;
 * const emulator = createEmulator({
 *   now: '2026-01-01T09:00Z',
 *   webhooks: {
 *     fetch: async (input, init) => {
 *       const request = new Request(input, init);
 *       received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
 *       return new Response(undefined, { status });
 *     },
 *   },
 * });
 * const { clauses } = await checkConformance({
 *   baseUrl: emulator.baseUrl,
 *   keys: { accountKey: emulator.account.apiKey },
 *   fetch: emulator.fetch,
 *   dryRunOnly: false,
 *   to: '447700900001',
 *   sender: 'DEMO',
 *   advance: (ms) => emulator.clock.advance(ms),
 *   now: () => emulator.clock.now().getTime(),
 *   receiveWebhooks: () => {
 *     const first = received.length;
 *     status = 200;
 *     return {
 *       url: `https://app.example/${first}`,
 *       received: () => received.slice(first),
 *       respondWith: (next) => void (status = next),
 *     };
 *   },
 *   writeFromHandset: (from, to, text) => void emulator.handset(from).reply(text, { to }),
 * });
 * console.log(clauses.filter(({ outcome }) => outcome === 'failed').length); // 0
 * ```
 */
export interface ConformanceTarget {
  /** The service's base URL. API-1. */
  baseUrl: string;
  /** The API keys for the requests. */
  keys: TargetKeys;
  /** Sends the requests; default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Whether to run only cases that send nothing, cost nothing and change nothing: reads, refused requests and dry runs.
   * Default: true. With false, the kit sends messages to {@link ConformanceTarget.to}. With an organization key, it also
   * creates, tops up and deactivates an account.
   */
  dryRunOnly?: boolean | undefined;
  /** The destination of messages; default: `447700900001`, which is reserved for fiction. */
  to?: string | undefined;
  /** A sender ID that the account owns. Without it, the kit uses shared sender IDs and skips cases about batches. */
  sender?: string | undefined;
  /** Advances the service's clock, in milliseconds. Only for an emulated service. */
  advance?: ((ms: number) => Promise<unknown>) | undefined;
  /** Returns the service's time, in milliseconds since the epoch; default: the machine's clock. */
  now?: (() => number) | undefined;
  /** Opens a receiver for webhooks. Without it, cases about webhooks are skipped. */
  receiveWebhooks?: (() => WebhookReceiver | Promise<WebhookReceiver>) | undefined;
  /** Sends a message from a handset to a sender ID. Without it, cases about inbound webhooks are skipped. */
  writeFromHandset?: ((from: string, to: string, text: string) => void | Promise<void>) | undefined;
}
