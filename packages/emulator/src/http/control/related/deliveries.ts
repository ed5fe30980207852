import type { ReadonlyLargeMap } from '../../../domain/state/large-map.ts';
import type { Delivery, State } from '../../../domain/state/state.ts';
import { type Scan, visitEach } from '../../../domain/views/scan.ts';

/** Objects whose deliveries are remembered: those around the objects that pages show at the moment. */
const MOST_REMEMBERED = 64;

interface Found {
  /** Deliveries that were searched. */
  position: number;
  readonly deliveries: Delivery[];
}

/** By the list that was searched: a reset and a restored snapshot replace the list. */
const searched = new WeakMap<ReadonlyLargeMap<Delivery>, Map<string, Found>>();

/**
 * The deliveries whose payload contains a text, such as the UUID of a message, oldest first. A delivery is never removed,
 * so each is searched once for each text.
 */
export function* relatedDeliveries({ deliveries }: State, text: string): Scan<readonly Delivery[]> {
  const known = searched.get(deliveries) ?? new Map<string, Found>();
  searched.set(deliveries, known);
  const found = known.get(text) ?? { position: 0, deliveries: [] };
  known.delete(text);
  known.set(text, found);
  for (const oldest of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(oldest);
  const from = found.position;
  const seen: Delivery[] = [];
  let position = from;
  yield* visitEach(deliveries.valuesAfter(from), (delivery) => {
    position++;
    // In a payload, a UUID has only one meaning, so the text need not be parsed.
    if (delivery.body.includes(text)) seen.push(delivery);
  });
  // Two calls may have searched the same part concurrently.
  if (found.position === from) {
    found.position = position;
    found.deliveries.push(...seen);
  }
  return found.deliveries;
}
