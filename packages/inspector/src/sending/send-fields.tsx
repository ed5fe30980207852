import type { AccountOverview } from '../api/types.ts';
import { count } from '../format.ts';
import { Field } from '../forms/form.tsx';
import { Select } from '../forms/select.tsx';
import { useNow } from '../live/digest.ts';
import type { Draft } from './drafts.ts';
import { CHANNELS, SHARED } from './requests.ts';
import { UnitPreview } from './unit-preview.tsx';

interface AddressingProps {
  readonly accounts: readonly AccountOverview[];
  readonly account: AccountOverview;
  readonly draft: Draft;
  readonly isBatch: boolean;
  readonly destinations: string;
  readonly onAccount: (uuid: string) => void;
  readonly onDestinations: (text: string) => void;
}

/** The controls for the account, the sender ID and the destination. */
export function Addressing(props: AddressingProps) {
  const { accounts, account, draft, isBatch, destinations } = props;
  const senders = account.senders.includes(draft.from ?? '')
    ? [draft.from ?? '', ...account.senders.filter((sender) => sender !== draft.from)]
    : account.senders;
  const to = {
    required: true,
    value: destinations,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      props.onDestinations(currentTarget.value),
  };
  return (
    <>
      <div class="form-row">
        <Field label="Account" hint={`${count(account.credits)} credits`}>
          <Select
            value={account.identifier}
            onValue={props.onAccount}
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
      {isBatch ? (
        <Field label="To" hint="One number a line, with country code">
          <textarea name="destinations" rows={3} placeholder="447700900910" {...to} />
        </Field>
      ) : (
        <Field label="To" hint="A mobile number with country code, in any spelling">
          <input name="to" inputMode="tel" autocomplete="off" placeholder="+44 7700 900910" {...to} />
        </Field>
      )}
    </>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly text: string;
  readonly destinations: number;
  readonly onText: (text: string) => void;
}

/** The text with the units that it costs. */
export function TextField({ name, text, destinations, onText }: TextFieldProps) {
  return (
    <>
      <Field label="Text">
        <textarea
          name={name}
          rows={3}
          dir="auto"
          required
          value={text}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      </Field>
      <UnitPreview text={text} destinations={destinations} />
    </>
  );
}

/** The controls for the time, the channels and the callback. */
export function Delivery({ isBatch }: { readonly isBatch: boolean }) {
  const now = useNow();
  return (
    <>
      <div class="form-row">
        <Field label="Send at" hint="GMT. Empty for now">
          <input
            name={isBatch ? 'at' : 'send_at'}
            type="datetime-local"
            min={new Date(now).toISOString().slice(0, 16)}
          />
        </Field>
        <Field label="Channels">
          <Select name="channels" options={Object.entries(CHANNELS)} />
        </Field>
      </div>
      <Field label="Callback" hint="Receipts are sent to this address. Empty for none">
        <input name="callback" type="url" placeholder="http://localhost:3000/receipts" />
      </Field>
    </>
  );
}
