import type { InboundMessage } from '@messaging-service/contract';
import { LargeMap } from '../state/large-map.ts';
import type { State } from '../state/state.ts';
import { type Scan, visitEach } from './scan.ts';

/**
 * The messages from handsets. The state does not keep them: their webhooks do, and so does the journal for a while.
 * @param recent - Those that the journal contains.
 */
export function* listInbound(
  { deliveries }: State,
  recent: readonly InboundMessage[],
): Scan<InboundMessage[]> {
  const byUuid = new LargeMap<InboundMessage>();
  yield* visitEach(deliveries.values(), ({ kind, body }) => {
    if (kind !== 'inbound-message') return;
    const payload = JSON.parse(body) as InboundMessage;
    // A reply that was edited and sent again keeps its identifier; the handset wrote the first one.
    if (!byUuid.has(payload.mo_uuid)) byUuid.set(payload.mo_uuid, payload);
  });
  for (const payload of recent) byUuid.set(payload.mo_uuid, payload);
  return [...byUuid.values()];
}
