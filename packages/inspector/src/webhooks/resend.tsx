import { call } from '../api/control-api.ts';
import type { DeliveryDetail, DeliveryView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { readAll } from '../export/read-all.ts';
import { prettyJson } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import type { RowSource } from '../live/rows.ts';
import { resend } from '../objects/resend.ts';
import { go } from '../routing/route.ts';
import { deliveryChip } from './about.ts';

/** Buttons that send a webhook again, unchanged, or with changes as a new delivery. */
export function Resend({ delivery: { id, url, body } }: { readonly delivery: DeliveryDetail }) {
  const path = `/webhooks/${id}/resend`;
  const sendEdited = async ({ url: to, payload = '' }: FormValues) => {
    const edit = { url: to, payload: JSON.parse(payload) as unknown };
    go('webhooks', { id: (await call<DeliveryView>('POST', path, edit)).id });
  };
  return (
    <>
      <ActionButton class="small" onAction={() => resend([id])}>
        Resend
      </ActionButton>
      <DialogButton
        dialog={
          <FormDialog title="Edit and resend" submit="Send" onValues={sendEdited}>
            <Field label="URL">
              <input name="url" type="url" required defaultValue={url} />
            </Field>
            <Field label="Payload" hint="A new delivery is sent and signed. The original does not change.">
              <textarea
                class="code-input"
                name="payload"
                rows={14}
                spellcheck={false}
                defaultValue={prettyJson(body)}
              />
            </Field>
          </FormDialog>
        }
      >
        Edit and resend…
      </DialogButton>
    </>
  );
}

/** Sends every webhook of the filtered list again that is not accepted. */
export function ResendFailed({ source }: { readonly source: RowSource<never> }) {
  const resendAll = async () => {
    const deliveries = await readAll<DeliveryView>(source);
    const failed = deliveries.filter((delivery) => deliveryChip(delivery) === 'exhausted');
    if (failed.length === 0) notify('Each webhook of this list is accepted.');
    else await resend(failed.map(({ id }) => id));
  };
  return (
    <ActionButton class="small quiet" onAction={resendAll}>
      Resend failed
    </ActionButton>
  );
}
