import type { AccountClient, MessagingError } from '@messaging-service/sdk';
import { isQueuedBefore } from '../send-once.ts';
import { type Campaign, messageFor } from './campaign.ts';
import type { Journal } from './journal.ts';
import type { Recipient } from './recipients.ts';

/** How a run went, in messages. */
export interface Tally {
  /** Passed over, since the journal holds them. */
  skipped: number;
  /** Queued by this run. */
  queued: number;
  /** Queued by an earlier run that did not live to see the answer. */
  queuedBefore: number;
  /** Not queued, or perhaps: the next run sends them again. */
  failed: number;
}

/** What to send, to whom, and where to note it. */
export interface CampaignRun {
  readonly client: AccountClient;
  readonly campaign: Campaign;
  readonly recipients: AsyncIterable<Recipient> | Iterable<Recipient>;
  readonly journal: Journal;
  /** Ends the run once the requests under way are answered. */
  readonly signal?: AbortSignal;
  /** Is told how far it has come, a request at a time. */
  readonly onProgress?: (done: number) => void;
  /** Is told of each message that failed. */
  readonly onFailure?: (id: string, error: MessagingError) => void;
}

/**
 * Sends a campaign, or what is left of it.
 *
 * @throws {AbortError} The signal was raised; the journal holds what was queued until then.
 */
export async function sendCampaign(run: CampaignRun): Promise<Tally> {
  const { client, journal, signal, onProgress, onFailure } = run;
  const tally: Tally = { skipped: 0, queued: 0, queuedBefore: 0, failed: 0 };
  const outcomes = client.messages.sendMany(messagesLeft(run, tally), {
    // Of what is under way when the process dies, each message has to be asked about: let it be little.
    chunkSize: 50,
    concurrency: 4,
    signal,
    onProgress: ({ settled }) => onProgress?.(tally.skipped + settled),
  });
  for await (const outcome of outcomes) {
    // messageFor gives one to every message.
    const id = outcome.id as string;
    if (outcome.ok) {
      tally.queued += 1;
      journal.add(id, outcome.queued);
    } else if (isQueuedBefore(outcome.error)) {
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
