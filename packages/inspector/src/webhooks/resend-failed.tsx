import { call } from '../api/control-api.ts';
import type { DeliveryView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { readAll } from '../export/read-all.ts';
import { plural } from '../format.ts';
import type { RowSource } from '../live/rows.ts';
import { deliveryChip } from '../objects/delivery-state.ts';

/** Sends every webhook of the filtered list again whose latest response was not 200. */
export function ResendFailed({ source }: { readonly source: RowSource<never> }) {
  const resend = async () => {
    const deliveries = await readAll<DeliveryView>(source);
    const failed = deliveries.filter((delivery) => deliveryChip(delivery) === 'exhausted');
    for (const { id } of failed) await call('POST', `/webhooks/${id}/resend`);
    notify(
      failed.length === 0
        ? 'The latest response to each webhook of this list was 200.'
        : `${plural(failed.length, 'webhook')} sent again.`,
    );
  };
  return (
    <ActionButton class="small quiet" onAction={resend}>
      Resend failed
    </ActionButton>
  );
}
