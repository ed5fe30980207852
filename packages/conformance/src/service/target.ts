/** A webhook as it reached the receiver. */
export interface ReceivedWebhook {
  /** Its headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body, as text. */
  readonly body: string;
}

/** Somebody the service can reach and who answers its webhooks. */
export interface WebhookReceiver {
  /** The URL that the service is told. */
  readonly url: string;
  /** What has come in so far, oldest first. */
  received(): readonly ReceivedWebhook[] | Promise<readonly ReceivedWebhook[]>;
  /** With which status the coming webhooks are answered; 200 until told otherwise. */
  answerWith(status: number): void | Promise<void>;
}

/** The keys the service is asked with. They are never reported. */
export interface TargetKeys {
  /** An account's API key. KEY-1. */
  accountKey: string;
  /** The organization's API key; without it, accounts cannot be asked after. */
  organizationKey?: string | undefined;
}

/** The service to be asked, and how far one may go. */
export interface ConformanceTarget {
  /** The service's base address. API-1. */
  baseUrl: string;
  /** The keys to ask with. */
  keys: TargetKeys;
  /** What sends the requests; default the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Whether to ask only what sends nothing, costs nothing and leaves nothing behind: reads, refusals and dry runs.
   * Default true. With false, messages are sent to {@link ConformanceTarget.to}, and where there is an organization key
   * an account is created, given a credit, and deactivated again.
   */
  dryRunOnly?: boolean | undefined;
  /** The number messages go to; default `447700900001`, which is reserved for fiction. */
  to?: string | undefined;
  /** A sender ID the account owns; without one, shared ones are used and batches cannot be asked after. */
  sender?: string | undefined;
  /** Moves the service's time, in milliseconds; only an emulated service has that. */
  advance?: ((ms: number) => Promise<unknown>) | undefined;
  /** The service's present, in milliseconds since the epoch; default the machine's. */
  now?: (() => number) | undefined;
  /** Opens a receiver for webhooks; without it, they cannot be asked after. */
  receiveWebhooks?: (() => WebhookReceiver | Promise<WebhookReceiver>) | undefined;
  /** Makes a handset write to a sender ID; without it, inbound webhooks cannot be asked after. */
  writeFromHandset?: ((from: string, to: string, text: string) => void | Promise<void>) | undefined;
}

/** What a question needs that not every target has. */
export type Need = 'organization-key' | 'sending' | 'sender' | 'clock' | 'webhooks' | 'handset';

const WORDS: Readonly<Record<Need, string>> = {
  'organization-key': 'the organization key',
  sending: 'leave to send',
  sender: 'a sender ID that the account owns',
  clock: "control of the service's clock",
  webhooks: 'a receiver for webhooks',
  handset: 'a handset that writes',
};

/** What the target lacks, in words; undefined when it lacks nothing. */
export function lacking(target: ConformanceTarget, needs: readonly Need[]): string | undefined {
  const missing = needs.filter((need) => !has(target, need));
  return missing.length === 0 ? undefined : `needs ${missing.map((need) => WORDS[need]).join(' and ')}`;
}

function has(target: ConformanceTarget, need: Need): boolean {
  switch (need) {
    case 'organization-key':
      return target.keys.organizationKey !== undefined;
    case 'sending':
      return target.dryRunOnly === false;
    case 'sender':
      return target.sender !== undefined;
    case 'clock':
      return target.advance !== undefined && target.now !== undefined;
    case 'webhooks':
      return target.receiveWebhooks !== undefined;
    case 'handset':
      return target.writeFromHandset !== undefined;
  }
}
