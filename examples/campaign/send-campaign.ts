import type { AccountClient, MessagingError } from '@messaging-service/sdk';
import { type Campaign, messageFor } from './campaign.ts';
import type { Journal } from './journal.ts';
import type { Recipient } from './recipients.ts';

/** Result of a run, in messages. */
export interface Tally {
  /** Skipped because the journal lists them. */
  skipped: number;
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
  readonly journal: Journal;
  /** Ends the run after the requests in flight. */
  readonly signal?: AbortSignal;
  /** Called after each request with the number of finished messages. */
  readonly onProgress?: (done: number) => void;
  /** Called for each message that failed. */
  readonly onFailure?: (id: string, error: MessagingError) => void;
}

/**
 * Sends a campaign, or the rest of it.
 *
 * @throws {AbortError} when `signal` is aborted. The journal lists everything that was queued until then.
 */
export async function sendCampaign(run: CampaignRun): Promise<Tally> {
  const { client, journal, signal, onProgress, onFailure } = run;
  const tally: Tally = { skipped: 0, queued: 0, queuedBefore: 0, failed: 0 };
  const outcomes = client.messages.sendMany(messagesLeft(run, tally), {
    // Small chunks: if the process is killed, the next run sends the messages in flight again.
    chunkSize: 50,
    concurrency: 4,
    signal,
    onProgress: ({ settled }) => onProgress?.(tally.skipped + settled),
  });
  for await (const outcome of outcomes) {
    // messageFor sets an identifier in every message.
    const id = outcome.id as string;
    if (outcome.ok) {
      tally.queued += 1;
      journal.add(id, outcome.queued);
    } else if (outcome.status === 'queued-before') {
      tally.queuedBefore += 1;
      journal.add(id);
    } else {
      tally.failed += 1;
      onFailure?.(id, outcome.error);
    }
  }
  return tally;
}

async function* messagesLeft({ campaign, recipients, journal }: CampaignRun, tally: Tally) {
  for await (const recipient of recipients) {
    const message = messageFor(campaign, recipient);
    if (journal.has(message.id)) tally.skipped += 1;
    else yield message;
  }
}
