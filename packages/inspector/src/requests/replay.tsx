import { call } from '../api/control-api.ts';
import type { RequestDetail } from '../api/types.ts';
import { notify, runAction } from '../components/notices.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { go } from '../routing/route.ts';
import { withoutIds } from './request-text.ts';

interface ReplayProps {
  readonly request: RequestDetail;
  /** Whether the log no longer has the call, so that it cannot be made again. */
  readonly isGone: boolean;
}

/** Buttons that make a logged call again, with or without changes, and open the new entry of the log. */
export function Replay({ request, isGone }: ReplayProps) {
  const replay = async (changes: object) => {
    const { id } = await call<{ id: number }>('POST', `/requests/${request.id}/replay`, changes);
    go('requests', { id: String(id) });
    notify('The request is sent again.');
  };
  const edit = ({ body = '' }: FormValues) => replay({ body });
  return (
    <>
      <button type="button" class="small" disabled={isGone} onClick={() => void runAction(() => replay({}))}>
        Replay
      </button>
      {request.isWhole && request.requestBody !== '' && (
        <DialogButton
          disabled={isGone}
          dialog={(close) => (
            <FormDialog title="Edit and replay" submit="Replay" onValues={edit} onClose={close}>
              <Field
                label="Body"
                hint="Sent with the same key. Identifiers are removed, because each can be used only once."
              >
                <textarea
                  class="code-input"
                  name="body"
                  rows={14}
                  spellcheck={false}
                  defaultValue={withoutIds(request.requestBody)}
                />
              </Field>
            </FormDialog>
          )}
        >
          Edit and replay…
        </DialogButton>
      )}
    </>
  );
}
