import { call } from '../api/control-api.ts';
import { notify } from '../components/notices.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';

/** A button that cancels a scheduled batch, after a question. */
export function CancelBatch({ uuid }: { readonly uuid: string }) {
  const cancel = async () => {
    await call('DELETE', `/batches/${uuid}`);
    notify('The batch is canceled, and its held credits are released.');
  };
  return (
    <DialogButton
      class="small quiet"
      dialog={
        <FormDialog
          title="Cancel the batch?"
          submit="Cancel batch"
          onValues={cancel}
          kind="danger"
          cancel="Keep it"
        >
          <p>Its messages are removed and never sent. The credits that they hold are released.</p>
        </FormDialog>
      }
    >
      Cancel batch<span class="visually-hidden"> {uuid}</span>
    </DialogButton>
  );
}
