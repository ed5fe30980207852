import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { QueuedMessage } from '@messaging-service/sdk';

/**
 * What has been queued, on disk. It saves asking the service again about everything; what it misses costs a question,
 * never a second text. So nothing is forced onto the disk: what a power cut takes from its end is asked again.
 */
export interface Journal extends Disposable {
  /** How many messages it holds. */
  readonly size: number;
  /** Whether it holds the message with this identifier. */
  has(id: string): boolean;
  /** Adds a message, with what the service calls it if that is known. */
  add(id: string, queued?: QueuedMessage): void;
}

/**
 * Opens the journal of a campaign, or begins it.
 *
 * @throws When the file is the journal of another campaign: what was sent in one says nothing of the other.
 */
export function openJournal(file: string, campaignId: string): Journal {
  const header = `campaign ${campaignId}\n`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A process that is killed may leave half a line. It says nothing, and the next line must not be joined to it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== '' && !whole.startsWith(header))
    throw new Error(`${file} is the journal of another campaign`);
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
