import type { ReadonlyLargeMap } from '../../domain/state/large-map.ts';
import type { Delivery, State } from '../../domain/state/state.ts';
import { type Scan, visitEach } from '../../domain/views/scan.ts';

/** Messages whose deliveries are remembered: those that pages show at the moment. */
const MOST_REMEMBERED = 16;

interface Found {
  /** Deliveries that were searched. */
  position: number;
  readonly deliveries: Delivery[];
}

/** By the list that was searched: a reset and a snapshot bring another one. */
const searched = new WeakMap<ReadonlyLargeMap<Delivery>, Map<string, Found>>();

/**
 * The deliveries about a message: its receipts and the replies to it, oldest first. A delivery is never removed, so each
 * is searched once for each message.
 */
export function* relatedDeliveries({ deliveries }: State, messageUuid: string): Scan<readonly Delivery[]> {
  const known = searched.get(deliveries) ?? new Map<string, Found>();
  searched.set(deliveries, known);
  const found = known.get(messageUuid) ?? { position: 0, deliveries: [] };
  known.delete(messageUuid);
  known.set(messageUuid, found);
  for (const oldest of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(oldest);
  const from = found.position;
  const seen: Delivery[] = [];
  let position = from;
  yield* visitEach(deliveries.valuesAfter(from), (delivery) => {
    position++;
    // A UUID occurs in a payload only as the one it stands for, so that the text need not be parsed.
    if (delivery.body.includes(messageUuid)) seen.push(delivery);
  });
  // Two calls may have searched the same part concurrently.
  if (found.position === from) {
    found.position = position;
    found.deliveries.push(...seen);
  }
  return found.deliveries;
}
