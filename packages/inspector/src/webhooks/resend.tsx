import { call } from '../api/control-api.ts';
import type { DeliveryDetail, DeliveryView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { readAll } from '../export/read-all.ts';
import { plural, prettyJson } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import type { RowSource } from '../live/rows.ts';
import { deliveryChip } from '../objects/delivery-state.ts';
import { go } from '../routing/route.ts';

/** Buttons that send a webhook again, unchanged, or with changes as a new delivery. */
export function Resend({ delivery }: { readonly delivery: DeliveryDetail }) {
  const path = `/webhooks/${delivery.id}/resend`;
  return (
    <>
      <ActionButton class="small" onAction={() => call('POST', path)} done="The webhook is sent again.">
        Resend
      </ActionButton>
      <DialogButton dialog={<EditAndResend delivery={delivery} path={path} />}>Edit and resend…</DialogButton>
    </>
  );
}

interface EditAndResendProps {
  readonly delivery: DeliveryDetail;
  readonly path: string;
}

function EditAndResend({ delivery, path }: EditAndResendProps) {
  const send = async ({ url, payload = '' }: FormValues) => {
    const edit = { url, payload: JSON.parse(payload) as unknown };
    const { id } = await call<DeliveryView>('POST', path, edit);
    go('webhooks', { id });
  };
  return (
    <FormDialog title="Edit and resend" submit="Send" onValues={send}>
      <Field label="URL">
        <input name="url" type="url" required defaultValue={delivery.url} />
      </Field>
      <Field label="Payload" hint="A new delivery is sent and signed. The original does not change.">
        <textarea
          class="code-input"
          name="payload"
          rows={14}
          spellcheck={false}
          defaultValue={prettyJson(delivery.body)}
        />
      </Field>
    </FormDialog>
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
