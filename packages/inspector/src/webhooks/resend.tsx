import { call } from '../api/control-api.ts';
import type { DeliveryDetail, DeliveryView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { readAll } from '../export/read-all.ts';
import { plural, prettyJson } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import type { RowSource } from '../live/rows.ts';
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
      <ActionButton class="small" onAction={() => call('POST', path)} done="The webhook is sent again.">
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
