import { connection } from '../api/connection.ts';
import { call } from '../api/control-api.ts';
import type { ReplayResponse, RequestCode, RequestDetail } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { notify } from '../components/notices.tsx';
import { prettyJson } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { useResource } from '../live/use-resource.ts';
import { go, objectHref, open } from '../routing/route.ts';
import { query } from '../values.ts';

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
      <ActionButton class="small" aria-keyshortcuts="p" disabled={isGone} onAction={() => replay({})}>
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

const FORMS = [
  ['curl', 'curl', 'u'],
  ['sdk', 'SDK code', 's'],
] as const;

/** Buttons that copy a call as a command and as a program. */
export function CopyAs({ id, ids }: { readonly id: string; readonly ids: Identifiers }) {
  const path = `/requests/${encodeURIComponent(id)}/code${query({ baseUrl: connection.origin, ids })}`;
  // A logged call does not change, so its code is read once.
  const { data } = useResource<RequestCode>(path, { keepsGone: true, changesWith: () => path });
  return (
    <p class="copy-as">
      <span class="dim">Copy as</span>
      {FORMS.map(([form, name, key]) => {
        const code = data?.[form];
        if (code === null) return null;
        return (
          <CopyButton
            text={code}
            label={name}
            notice={`The request is copied as ${name}.`}
            class="small"
            aria-keyshortcuts={key}
            key={form}
          >
            {name}
          </CopyButton>
        );
      })}
    </p>
  );
}
