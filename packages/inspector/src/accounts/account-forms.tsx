import { useState } from 'preact/hooks';
import { call, callPublic } from '../api/control-api.ts';
import type { AccountOverview, OrganizationView, ThresholdType } from '../api/types.ts';
import { notify } from '../components/notices.tsx';
import { FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues, Tick } from '../forms/form.tsx';
import { Select } from '../forms/select.tsx';
import { THRESHOLDS } from '../ledger/thresholds.ts';
import { go } from '../routing/route.ts';
import { editOf } from './account-edit.ts';

interface AccountProps {
  readonly account: AccountOverview;
}

/** An account, and what a call that changes it needs. */
export interface EditAccountProps extends AccountProps {
  /** The key of its organization. */
  readonly organizationKey: string;
}

/** Every member that the edit-account operation accepts, in one form. */
export function EditAccount({ account, organizationKey: key }: EditAccountProps) {
  const { paid_credits: paid, packaged_credits: packaged, mo, schedule, identifier, name } = account;
  const save = async (values: FormValues) => {
    await callPublic('PATCH', `/account/${identifier}`, { key }, editOf(values));
    notify(`${name} is changed.`);
  };
  return (
    <FormDialog title={`Edit ${name}`} submit="Save" onValues={save}>
      <fieldset>
        <legend>Paid credits</legend>
        <Tick label="May be negative" name="allow_negative" defaultChecked={paid.allow_negative} />
        <Field label="Negative limit" path="paid_credits.negative_limit" hint="Empty for no limit">
          <input name="negative_limit" type="number" defaultValue={paid.negative_limit?.toString() ?? ''} />
        </Field>
        <Tick
          label="Reset to zero on the schedule"
          name="paid_reset"
          defaultChecked={paid.schedule_reset_to_zero}
        />
      </fieldset>
      <fieldset>
        <legend>Packaged credits</legend>
        <Field label="Refill amount" path="packaged_credits.schedule_refill_amount">
          <input
            name="refill_amount"
            type="number"
            min="0"
            required
            defaultValue={String(packaged.schedule_refill_amount)}
          />
        </Field>
        <Tick label="Refill on the schedule" name="refill" defaultChecked={packaged.schedule_refill} />
      </fieldset>
      <Field
        label="Schedule"
        hint="Five fields of standard cron, GMT: 0 0 1 * * is midnight on the first. Empty for none"
      >
        <input name="schedule" defaultValue={schedule ?? ''} placeholder="0 0 1 * *" autocomplete="off" />
      </Field>
      <Field
        label="Inbound URL"
        path="mo.mo_webhook_url"
        hint="Replies are sent to this address. Empty for none"
      >
        <input
          name="mo_url"
          type="url"
          defaultValue={mo.mo_webhook_url}
          placeholder="http://localhost:3000/inbound"
        />
      </Field>
      <Field
        label="Secret"
        path="mo.mo_webhook_secret"
        hint={account.signsInbound ? 'Empty keeps the current one' : 'Signs inbound webhooks'}
      >
        <input name="mo_secret" autocomplete="off" />
      </Field>
    </FormDialog>
  );
}

interface NewAccountProps {
  readonly organizations: readonly OrganizationView[];
}

/** Creates an account and opens it. */
export function NewAccount({ organizations }: NewAccountProps) {
  const create = async ({ name = '', key = '' }: FormValues) => {
    const { identifier } = await callPublic<{ identifier: string }>('POST', '/account', { key }, { name });
    notify(`${name} is created.`);
    go('accounts', { id: identifier });
  };
  return (
    <FormDialog title="New account" submit="Create" onValues={create}>
      <Field label="Name">
        <input name="name" required maxLength={200} autocomplete="off" />
      </Field>
      <Field label="Organization">
        <Select name="key" options={organizations.map(({ apiKey, name }) => [apiKey, name] as const)} />
      </Field>
    </FormDialog>
  );
}

/** Creates a credit notification: the public API has no operation for it. */
export function NewNotification({ account }: AccountProps) {
  const [type, setType] = useState<ThresholdType>('paid_fixed_number');
  const isShare = type.endsWith('_percentage');
  const create = async ({ threshold_value: value = '', url = '' }: FormValues) => {
    await call('POST', `/accounts/${account.identifier}/notifications`, {
      url,
      threshold_type: type,
      threshold_value: isShare ? Number(value) / 100 : Number(value),
    });
    notify('The threshold is watched.');
  };
  return (
    <FormDialog title="New threshold" submit="Add" onValues={create}>
      <Field label="Fires on">
        <Select
          value={type}
          onValue={(chosen) => setType(chosen as ThresholdType)}
          options={Object.entries(THRESHOLDS)}
        />
      </Field>
      <Field label={isShare ? 'Share, in per cent' : 'Credits'}>
        <input
          name="threshold_value"
          type="number"
          required
          step="any"
          {...(isShare ? { min: '0', max: '100' } : {})}
        />
      </Field>
      <Field label="URL" hint="The warning is sent to this address">
        <input name="url" type="url" required placeholder="http://localhost:3000/credits" />
      </Field>
    </FormDialog>
  );
}
