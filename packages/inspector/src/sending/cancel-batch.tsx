import { call } from '../api/control-api.ts';
import { notify } from '../components/notices.tsx';
import { ConfirmButton } from '../forms/dialogs.tsx';

/** A button that cancels a scheduled batch, after a question. */
export function CancelBatch({ uuid }: { readonly uuid: string }) {
  const cancel = async () => {
    await call('DELETE', `/batches/${uuid}`);
    notify('The batch is canceled, and its held credits are released.');
  };
  return (
    <ConfirmButton
      class="small quiet"
      title="Cancel the batch?"
      loss={<p>Its messages are removed and never sent. The credits that they hold are released.</p>}
      submit="Cancel batch"
      onConfirm={cancel}
    >
      Cancel batch<span class="visually-hidden"> {uuid}</span>
    </ConfirmButton>
  );
}
