import { useContext, useState } from 'preact/hooks';
import { callPublic } from '../api/control-api.ts';
import type { AccountOverview, AccountsResponse } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loading.tsx';
import { notify } from '../components/notices.tsx';
import { plural } from '../format.ts';
import { CloseDialog, Dialog } from '../forms/dialog.tsx';
import { Form, FormButton, type FormValues } from '../forms/form.tsx';
import { useResource } from '../live/use-resource.ts';
import { go, parseRoute } from '../routing/route.ts';
import type { Draft } from './drafts.ts';
import { batchRequest, destinationsIn, messageRequest, type SendRequest } from './requests.ts';
import { Delivery, Destination, Sender, TextField } from './send-fields.tsx';

interface SendDialogProps {
  readonly draft: Draft;
}

interface AddMessageResponse {
  readonly messages: readonly { readonly messageUuid: string; readonly to: string }[];
}

interface AddBatchResponse {
  readonly identifier: string;
}

/** The form that sends a message or a batch through the public API, with the key of an account. */
export function SendDialog({ draft }: SendDialogProps) {
  const [isBatch, setBatch] = useState(draft.isBatch);
  const accounts = useResource<AccountsResponse>('/accounts');
  return (
    <Dialog title={isBatch ? 'Send a batch' : 'Send a message'}>
      <div class="switch" role="group" aria-label="What to send">
        {([false, true] as const).map((one) => (
          <button
            type="button"
            aria-pressed={one === isBatch}
            key={String(one)}
            onClick={() => setBatch(one)}
          >
            {one ? 'Batch' : 'Message'}
          </button>
        ))}
      </div>
      <Loaded resource={accounts} what="accounts">
        {(data) => {
          const active = data.accounts.filter(({ deleted }) => !deleted);
          if (active.length === 0) return <EmptyState title="No account can send" />;
          return <SendForm accounts={active} draft={draft} isBatch={isBatch} />;
        }}
      </Loaded>
    </Dialog>
  );
}

interface SendFormProps extends SendDialogProps {
  readonly accounts: readonly AccountOverview[];
  readonly isBatch: boolean;
}

function SendForm({ accounts, draft, isBatch }: SendFormProps) {
  const close = useContext(CloseDialog);
  const [accountUuid, setAccountUuid] = useState(() => initialAccount(accounts, draft)?.identifier);
  const [text, setText] = useState(draft.text ?? '');
  const [destinations, setDestinations] = useState(draft.to ?? '');
  const account = accounts.find(({ identifier }) => identifier === accountUuid) ?? accounts[0];
  if (account === undefined) return null;
  const requestOf = isBatch ? batchRequest : messageRequest;
  const send = async (values: FormValues) => {
    await submit(requestOf(values), account);
    close();
  };
  return (
    <Form class="form" name={isBatch ? 'batch' : 'message'} onValues={send}>
      <Destination
        isBatch={isBatch}
        isFirst={draft.to === undefined}
        destinations={destinations}
        onDestinations={setDestinations}
      />
      <TextField
        isFirst={draft.to !== undefined}
        name={isBatch ? 'message' : 'body'}
        text={text}
        destinations={isBatch ? destinationsIn(destinations).length : 1}
        onText={setText}
      />
      <Sender
        accounts={accounts}
        account={account}
        draft={draft}
        isBatch={isBatch}
        onAccount={setAccountUuid}
      />
      <Delivery isBatch={isBatch} />
      <footer>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
        <FormButton
          title="Validates the request without sending it"
          onValues={(values) => check(requestOf(values), account)}
        >
          Dry run
        </FormButton>
        <button type="submit" class="primary">
          Send
        </button>
      </footer>
    </Form>
  );
}

function initialAccount(accounts: readonly AccountOverview[], { from }: Draft): AccountOverview | undefined {
  const owner = accounts.find(({ senders }) => from !== undefined && senders.includes(from));
  return owner ?? accounts.find(({ senders }) => senders.length > 0);
}

async function check({ path, body }: SendRequest, { apiKey: key }: AccountOverview): Promise<void> {
  await callPublic('POST', path, { key, isDryrun: 'true' }, body);
  notify('The service would accept this request.');
}

async function submit({ path, body }: SendRequest, { apiKey: key }: AccountOverview): Promise<void> {
  if (path === '/batch') {
    const { identifier } = await callPublic<AddBatchResponse>('POST', path, { key }, body);
    notify('The batch is queued.', { name: 'Show it', run: () => go('messages', { batch: identifier }) });
    return;
  }
  const { messages } = await callPublic<AddMessageResponse>('POST', path, { key }, body);
  const [first] = messages;
  const queued = `${plural(messages.length, 'message')} queued.`;
  // Among the phones, the user wants to see the text arrive.
  if (first !== undefined && parseRoute(location.hash).view === 'phones') {
    go('phones', { number: first.to.replace('+', '') });
    notify(queued);
  } else {
    notify(queued, { name: 'Show it', run: () => go('messages', { id: first?.messageUuid }) });
  }
}
