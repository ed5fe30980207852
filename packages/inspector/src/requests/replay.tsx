import { call } from '../api/control-api.ts';
import type { ReplayResponse, RequestDetail } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { prettyJson } from '../format.ts';
import { DialogButton } from '../forms/dialog-button.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { go, objectHref, open } from '../routing/route.ts';

/** Whether a repeated request has new identifiers of messages, or those of the original one. */
export type Identifiers = 'new' | 'same';

interface ReplayProps {
  readonly request: RequestDetail;
  readonly ids: Identifiers;
  /** Whether the log no longer has the call, so that it cannot be made again. */
  readonly isGone: boolean;
}

/** Buttons that make a logged call again, with or without changes, open the new entry of the log, and report the result. */
export function Replay({ request, ids, isGone }: ReplayProps) {
  const replay = async (changes: object) => {
    const result = await call<ReplayResponse>('POST', `/requests/${request.id}/replay`, { ids, ...changes });
    go('requests', { id: String(result.id) });
    report(result);
  };
  const edit = ({ body = '' }: FormValues) => replay({ body });
  return (
    <>
      <ActionButton class="small" disabled={isGone} onAction={() => replay({})}>
        Replay
      </ActionButton>
      {request.isWhole && request.requestBody !== '' && (
        <DialogButton
          disabled={isGone}
          dialog={
            <FormDialog title="Edit and replay" submit="Replay" onValues={edit}>
              <Field
                label="Body"
                hint={
                  ids === 'new'
                    ? 'Sent with the same key and new identifiers of messages.'
                    : 'Sent with the same key and the identifiers below.'
                }
              >
                <textarea
                  class="code-input"
                  name="body"
                  rows={14}
                  spellcheck={false}
                  defaultValue={prettyJson(request.requestBody)}
                />
              </Field>
            </FormDialog>
          }
        >
          Edit and replay…
        </DialogButton>
      )}
    </>
  );
}

/** Says what the service responded, and leads to the message that it queued. */
function report({ status, errorCode, messageUuid }: ReplayResponse): void {
  if (status === null) notify('Sent again. A fault cut the connection, so there is no response.');
  else if (messageUuid === null) notify(`Sent again: ${[status, errorCode].filter(Boolean).join(' ')}.`);
  else
    notify(`Sent again: ${status}, a new message is queued.`, {
      name: 'Show it',
      run: () => open(objectHref('message', messageUuid)),
    });
}
