import { openFileStore } from './file-store.ts';
import type { CampaignEvent, Outcomes } from './outcomes.ts';
import { openPostgresStore } from './postgres-store.ts';

/** Keeps what happens during a campaign. */
export interface CampaignStore extends AsyncDisposable {
  /** Resolves when the events are stored. Events that are stored already change nothing. */
  record(events: readonly CampaignEvent[]): Promise<void>;
  /** Reads everything that is stored. */
  read(): Promise<Outcomes>;
}

/** The program that writes: the sender and the receiver of webhooks run at the same time, in processes of their own. */
export type Writer = 'sender' | 'receiver' | 'report';

/**
 * Opens the store of a campaign, or creates it.
 *
 * @param place - The URL of a Postgres database, such as `postgres://127.0.0.1/shop`, or a folder.
 * @throws {Error} when the folder has the store of another campaign.
 */
export function openStore(place: string, campaignId: string, writer: Writer): Promise<CampaignStore> {
  return place.startsWith('postgres:')
    ? openPostgresStore(place, campaignId)
    : openFileStore(place, campaignId, writer);
}
