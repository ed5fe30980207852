import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { RequestDetail } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter } from '../components/form.tsx';
import { runAction } from '../components/notices.tsx';
import { go } from '../routing/route.ts';
import { withoutIds } from './request-text.ts';

interface ReplayProps {
  readonly request: RequestDetail;
  /** Whether the log no longer has the call, so that it cannot be made again. */
  readonly isGone: boolean;
}

/** Buttons that make a logged call again, with or without changes, and open the new entry of the log. */
export function Replay({ request, isGone }: ReplayProps) {
  const [isEditing, setEditing] = useState(false);
  const replay = (edit: object) =>
    runAction(async () => {
      const { id } = await call<{ id: number }>('POST', `/requests/${request.id}/replay`, edit);
      go('requests', { id: String(id) });
    }, 'The request is sent again.');
  return (
    <>
      <button type="button" class="small" disabled={isGone} onClick={() => void replay({})}>
        Replay
      </button>
      {request.isWhole && request.requestBody !== '' && (
        <button type="button" class="small" disabled={isGone} onClick={() => setEditing(true)}>
          Edit and replay…
        </button>
      )}
      {isEditing && (
        <Dialog title="Edit and replay" onClose={() => setEditing(false)}>
          <Form
            class="form"
            onValues={({ body = '' }) => {
              setEditing(false);
              void replay({ body });
            }}
          >
            <Field
              label="Body"
              hint="Sent with the same key. Identifiers are removed, because the service accepts each of them only once."
            >
              <textarea
                class="code-input"
                name="body"
                rows={14}
                spellcheck={false}
                defaultValue={withoutIds(request.requestBody)}
              />
            </Field>
            <FormFooter submit="Replay" onCancel={() => setEditing(false)} />
          </Form>
        </Dialog>
      )}
    </>
  );
}
