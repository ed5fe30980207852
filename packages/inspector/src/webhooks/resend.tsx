import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { DeliveryDetail, DeliveryView } from '../api/types.ts';
import { Field, type FormValues } from '../components/form.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { runAction } from '../components/notices.tsx';
import { prettyJson } from '../format.ts';
import { go } from '../routing/route.ts';

/** Buttons that send a webhook again, unchanged, or with changes as a new delivery. */
export function Resend({ delivery }: { readonly delivery: DeliveryDetail }) {
  const [isEditing, setEditing] = useState(false);
  const path = `/webhooks/${delivery.id}/resend`;
  const resend = () => runAction(() => call('POST', path), 'The webhook is sent again.');
  return (
    <>
      <button type="button" class="small" onClick={() => void resend()}>
        Resend
      </button>
      <button type="button" class="small" onClick={() => setEditing(true)}>
        Edit and resend…
      </button>
      {isEditing && <EditAndResend delivery={delivery} path={path} onClose={() => setEditing(false)} />}
    </>
  );
}

interface EditAndResendProps {
  readonly delivery: DeliveryDetail;
  readonly path: string;
  readonly onClose: () => void;
}

function EditAndResend({ delivery, path, onClose }: EditAndResendProps) {
  const send = async ({ url, payload = '' }: FormValues) => {
    const edit = { url, payload: JSON.parse(payload) as unknown };
    const { id } = await call<DeliveryView>('POST', path, edit);
    onClose();
    go('webhooks', { id });
  };
  return (
    <FormDialog title="Edit and resend" submit="Send" onValues={send} onClose={onClose}>
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
