import type { AccountClient, MessagingError } from '@messaging-service/sdk';
import { type Campaign, messageFor } from './campaign.ts';
import type { CampaignEvent } from './outcomes.ts';
import type { Recipient } from './recipients.ts';
import type { CampaignStore } from './store.ts';

/** Result of a run, in messages. */
export interface Tally {
  /** Skipped because an earlier run has recorded them as queued. */
  skipped: number;
  /** Left out because the phone wrote STOP. */
  stopped: number;
  /** Queued by this run. */
  queued: number;
  /** Queued by an earlier run that ended before it got the response. */
  queuedBefore: number;
  /** Not queued, or with an unknown outcome. The next run sends them again. */
  failed: number;
}

/** Input of a run. */
export interface CampaignRun {
  readonly client: AccountClient;
  readonly campaign: Campaign;
  readonly recipients: AsyncIterable<Recipient> | Iterable<Recipient>;
  readonly store: CampaignStore;
  /** The URL of `receive.ts`, to which receipts come. */
  readonly webhooks?: string | undefined;
  /** Ends the run after the requests in flight. */
  readonly signal?: AbortSignal;
  /** Called after each request with the number of finished messages. */
  readonly onProgress?: (done: number) => void;
  /** Called for each message that failed. */
  readonly onFailure?: (id: string, error: MessagingError) => void;
}

/** Messages in a request, and events that are recorded together. */
const CHUNK = 50;

/**
 * Sends a campaign, or the rest of it.
 *
 * @throws {AbortError} when `signal` is aborted. The store has everything that was queued until then.
 */
export async function sendCampaign(run: CampaignRun): Promise<Tally> {
  const { client, store, signal, onProgress, onFailure } = run;
  const tally: Tally = { skipped: 0, stopped: 0, queued: 0, queuedBefore: 0, failed: 0 };
  const outcomes = client.messages.sendMany(messagesLeft(run, tally), {
    // Small chunks: if the process is killed, the next run sends the messages in flight again.
    chunkSize: CHUNK,
    concurrency: 4,
    signal,
    onProgress: ({ settled }) => onProgress?.(tally.skipped + tally.stopped + settled),
  });
  let queued: CampaignEvent[] = [];
  const record = async () => {
    const events = queued;
    queued = [];
    if (events.length > 0) await store.record(events);
  };
  try {
    for await (const outcome of outcomes) {
      // messageFor sets an identifier in every message.
      const id = outcome.id as string;
      if (outcome.ok || outcome.status === 'queued-before') {
        tally[outcome.ok ? 'queued' : 'queuedBefore'] += 1;
        queued.push({ type: 'queued', id });
        if (queued.length === CHUNK) await record();
      } else {
        tally.failed += 1;
        onFailure?.(id, outcome.error);
      }
    }
  } finally {
    await record();
  }
  return tally;
}

async function* messagesLeft({ campaign, recipients, store, webhooks }: CampaignRun, tally: Tally) {
  const known = await store.read();
  for await (const recipient of recipients) {
    const message = messageFor(campaign, recipient, webhooks);
    if (known.isQueued(message.id)) tally.skipped += 1;
    else if (known.hasStopped(recipient.phone)) tally.stopped += 1;
    else yield message;
  }
}
