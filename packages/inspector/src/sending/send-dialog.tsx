import { countUnits } from '@messaging-service/contract';
import { useContext, useState } from 'preact/hooks';
import { callPublic } from '../api/control-api.ts';
import type { AccountOverview, AccountsResponse } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loading.tsx';
import { notify } from '../components/notices.tsx';
import { count, plural, senderText } from '../format.ts';
import { CloseDialog, Dialog, showWindow } from '../forms/dialogs.tsx';
import { Field, Form, FormButton, type FormValues } from '../forms/form.tsx';
import { Select } from '../forms/select.tsx';
import { live } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { encodingText } from '../objects/encoding.ts';
import { go, parseRoute } from '../routing/route.ts';
import {
  batchRequest,
  CHANNELS,
  destinationsIn,
  messageRequest,
  type SendRequest,
  SHARED,
} from './requests.ts';

/** The first values of the form for sending. */
interface Draft {
  /** Whether one text goes to many numbers. */
  readonly isBatch: boolean;
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly text?: string | undefined;
}

/** Opens the form for sending, from any view. */
export function openSend(draft: Draft = { isBatch: false }): void {
  showWindow(<SendDialog draft={draft} />);
}

interface SendDialogProps {
  readonly draft: Draft;
}

interface SendFormProps extends SendDialogProps {
  readonly accounts: readonly AccountOverview[];
  readonly isBatch: boolean;
}

/** The form that sends a message or a batch through the public API, with the key of an account. */
function SendDialog({ draft }: SendDialogProps) {
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

function SendForm({ accounts, draft, isBatch }: SendFormProps) {
  const close = useContext(CloseDialog);
  const [accountUuid, setAccountUuid] = useState(() => initialAccount(accounts, draft)?.identifier);
  const [text, setText] = useState(draft.text ?? '');
  const [to, setTo] = useState(draft.to ?? '');
  const account = accounts.find(({ identifier }) => identifier === accountUuid) ?? accounts[0];
  if (account === undefined) return null;
  const requestOf = isBatch ? batchRequest : messageRequest;
  const send = async (values: FormValues) => {
    await submit(requestOf(values), account);
    close();
  };
  const destination = {
    required: true,
    value: to,
    ref: draft.to === undefined ? focus : null,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTo(currentTarget.value),
  };
  // The sender ID of the draft is the first, and so the chosen one.
  const senders = account.senders
    .toSorted((a, b) => Number(b === draft.from) - Number(a === draft.from))
    .map((sender) => [sender, senderText(sender)] as const);
  return (
    <Form class="form" name={isBatch ? 'batch' : 'message'} onValues={send}>
      {isBatch ? (
        <Field label="To" hint="One number a line, with country code">
          <textarea name="destinations" rows={3} placeholder="447700900910" {...destination} />
        </Field>
      ) : (
        <Field label="To" hint="A mobile number with country code, in any spelling">
          <input
            name="to"
            inputMode="tel"
            autocomplete="off"
            placeholder="+44 7700 900910"
            {...destination}
          />
        </Field>
      )}
      <Field label="Text">
        <textarea
          ref={draft.to === undefined ? null : focus}
          name={isBatch ? 'message' : 'body'}
          rows={3}
          dir="auto"
          required
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <UnitPreview text={text} destinations={isBatch ? destinationsIn(to).length : 1} />
      <div class="form-row">
        <Field label="Account" hint={`${count(account.credits)} credits`}>
          <Select
            value={account.identifier}
            onValue={setAccountUuid}
            options={accounts.map(({ identifier, name }) => [identifier, name] as const)}
          />
        </Field>
        <Field label="From">
          <Select
            name="from"
            key={account.identifier}
            required
            options={isBatch ? senders : [...senders, [SHARED, 'A shared sender ID']]}
          />
        </Field>
      </div>
      <div class="form-row">
        <Field label="Send at" hint="GMT. Empty for now">
          <input
            name={isBatch ? 'at' : 'send_at'}
            type="datetime-local"
            min={new Date(live.now()).toISOString().slice(0, 16)}
          />
        </Field>
        <Field label="Channels">
          <Select name="channels" options={Object.entries(CHANNELS)} />
        </Field>
      </div>
      <Field label="Callback" hint="Receipts are sent to this address. Empty for none">
        <input name="callback" type="url" placeholder="http://localhost:3000/receipts" />
      </Field>
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

/** Gives the focus to a control when the form is shown. */
function focus(control: HTMLElement | null): void {
  control?.focus();
}

function initialAccount(accounts: readonly AccountOverview[], { from }: Draft): AccountOverview | undefined {
  const owner = accounts.find(({ senders }) => from !== undefined && senders.includes(from));
  return owner ?? accounts.find(({ senders }) => senders.length > 0);
}

async function check({ path, body }: SendRequest, { apiKey: key }: AccountOverview): Promise<void> {
  await callPublic('POST', path, { key, isDryrun: 'true' }, body);
  notify('The service would accept this request.');
}

interface AddBatchResponse {
  readonly identifier: string;
}

interface AddMessageResponse {
  readonly messages: readonly { readonly messageUuid: string; readonly to: string }[];
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

interface UnitPreviewProps {
  readonly text: string;
  /** How many numbers the text goes to. */
  readonly destinations: number;
}

/** The units and credits that a text costs, counted as the emulator bills them. */
function UnitPreview({ text, destinations }: UnitPreviewProps) {
  const { units, remaining } = countUnits(text);
  const credits = units * destinations;
  return (
    <p class="hint" role="status">
      {plural(units, 'unit')}, {encodingText(text)}, {plural(remaining, 'character')} left in the last one
      {destinations > 0 && ` · ${plural(credits, 'credit')} for ${plural(destinations, 'number')}`}
    </p>
  );
}
