import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { QueuedMessage } from '@messaging-service/sdk';

/**
 * The queued messages, in a file. A message that the file lacks is sent again, and the service rejects it as a duplicate.
 * Writes are therefore not flushed to disk: losing the end of the file in a power cut is harmless.
 */
export interface Journal extends Disposable {
  /** Number of messages in it. */
  readonly size: number;
  /** Whether the message with this identifier is in it. */
  has(id: string): boolean;
  /** Adds a message, with the identifiers of the service if they are known. */
  add(id: string, queued?: QueuedMessage): void;
}

/**
 * Opens the journal of a campaign, or creates it.
 *
 * @throws {Error} when the file is the journal of another campaign.
 */
export function openJournal(file: string, campaignId: string): Journal {
  const header = `campaign ${campaignId}\n`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A killed process may leave half a line. Remove it, so that the next line starts on its own.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== '' && !whole.startsWith(header))
    throw new Error(`${file} is the journal of another campaign.`);
  const lines = whole.split('\n').slice(1, -1);
  const ids = new Set(lines.map((line) => line.split(',', 1)[0] as string));
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  const descriptor = openSync(file, 'a');
  if (whole === '') writeSync(descriptor, header);
  return {
    get size() {
      return ids.size;
    },
    has: (id) => ids.has(id),
    add(id, queued) {
      ids.add(id);
      writeSync(descriptor, `${id},${queued?.messageUuid ?? ''},${queued?.batchUuid ?? ''}\n`);
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}
