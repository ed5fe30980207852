import type { ReceiptInfo } from '@messaging-service/contract';
import type { Batch } from '../state/state.ts';

/** Most receipts that are shared. Descriptions are free text, so a million messages can have a million of them. */
const MOST_RECEIPTS = 1_000;

/** Makes equal values of a snapshot one object, as they are in a state that was never written. */
export class SharedValues {
  readonly #texts = new Map<string, string>();
  readonly #receipts = new Map<string, ReceiptInfo>();
  readonly #channels = new Map<string, Batch['channels']>();

  /** The first text equal to this one. */
  text(text: string): string {
    const shared = this.#texts.get(text);
    if (shared === undefined) this.#texts.set(text, text);
    return shared ?? text;
  }

  /** The first list of channels equal to this one. */
  channels(channels: Batch['channels']): Batch['channels'] {
    const key = channels.join(' ');
    const shared = this.#channels.get(key);
    if (shared === undefined) this.#channels.set(key, channels);
    return shared ?? channels;
  }

  /** The first receipt equal to this one. */
  receipt(receipt: ReceiptInfo): ReceiptInfo {
    const key = `${receipt.code} ${receipt.description}`;
    const shared = this.#receipts.get(key);
    if (shared === undefined && this.#receipts.size < MOST_RECEIPTS) this.#receipts.set(key, receipt);
    return shared ?? receipt;
  }
}
