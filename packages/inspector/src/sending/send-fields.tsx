import { useEffect, useRef } from 'preact/hooks';
import type { AccountOverview } from '../api/types.ts';
import { count } from '../format.ts';
import { Field } from '../forms/form.tsx';
import { Select } from '../forms/select.tsx';
import { useNow } from '../live/digest.ts';
import type { Draft } from './drafts.ts';
import { CHANNELS, SHARED } from './requests.ts';
import { UnitPreview } from './unit-preview.tsx';

interface DestinationProps {
  readonly isBatch: boolean;
  /** Whether the user begins here. */
  readonly isFirst: boolean;
  readonly destinations: string;
  readonly onDestinations: (text: string) => void;
}

/** The control for the number, or for the numbers of a batch. */
export function Destination({ isBatch, isFirst, destinations, onDestinations }: DestinationProps) {
  const control = useFirstFocus(isFirst);
  const to = {
    required: true,
    value: destinations,
    ref: control,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onDestinations(currentTarget.value),
  };
  return isBatch ? (
    <Field label="To" hint="One number a line, with country code">
      <textarea name="destinations" rows={3} placeholder="447700900910" {...to} />
    </Field>
  ) : (
    <Field label="To" hint="A mobile number with country code, in any spelling">
      <input name="to" inputMode="tel" autocomplete="off" placeholder="+44 7700 900910" {...to} />
    </Field>
  );
}

/** Gives the focus to the control that most users fill first, once the form is shown. */
function useFirstFocus(isFirst: boolean): (element: HTMLElement | null) => void {
  const control = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isFirst) control.current?.focus();
  }, []);
  return (element) => {
    control.current = element;
  };
}

interface SenderProps {
  readonly accounts: readonly AccountOverview[];
  readonly account: AccountOverview;
  readonly draft: Draft;
  readonly isBatch: boolean;
  readonly onAccount: (uuid: string) => void;
}

/** The controls for the account and the sender ID. */
export function Sender({ accounts, account, draft, isBatch, onAccount }: SenderProps) {
  const senders = account.senders.includes(draft.from ?? '')
    ? [draft.from ?? '', ...account.senders.filter((sender) => sender !== draft.from)]
    : account.senders;
  return (
    <div class="form-row">
      <Field label="Account" hint={`${count(account.credits)} credits`}>
        <Select
          value={account.identifier}
          onValue={onAccount}
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
  );
}

interface TextFieldProps {
  /** Whether the user begins here. */
  readonly isFirst: boolean;
  readonly name: string;
  readonly text: string;
  readonly destinations: number;
  readonly onText: (text: string) => void;
}

/** The text with the units that it costs. */
export function TextField({ isFirst, name, text, destinations, onText }: TextFieldProps) {
  const control = useFirstFocus(isFirst);
  return (
    <>
      <Field label="Text">
        <textarea
          ref={control}
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
