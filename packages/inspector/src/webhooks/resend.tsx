import { call } from '../api/control-api.ts';
import type { DeliveryDetail, DeliveryView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { prettyJson } from '../format.ts';
import { DialogButton } from '../forms/dialog-button.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
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
