import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { AccountOverview, OrganizationView, ThresholdType } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter, Tick } from '../components/form.tsx';
import { runAction } from '../components/notices.tsx';
import { THRESHOLDS } from '../ledger/thresholds.ts';
import { go } from '../routing/route.ts';
import { editOf } from './account-edit.ts';

type Values = Readonly<Record<string, string>>;

interface EditAccountProps {
  readonly account: AccountOverview;
  readonly onClose: () => void;
}

/** Everything the edit-account operation takes, in one form; only what a person changed is sent. */
export function EditAccount({ account, onClose }: EditAccountProps) {
  const { paid_credits: paid, packaged_credits: packaged, mo, schedule, identifier, name } = account;
  const save = async (values: Values) => {
    const isSaved = await runAction(
      () => call('PATCH', `/accounts/${identifier}`, editOf(values)),
      `${name} is changed.`,
    );
    if (isSaved) onClose();
  };
  return (
    <Dialog title={`Edit ${name}`} onClose={onClose}>
      <Form class="form" onValues={save}>
        <fieldset>
          <legend>Paid credits</legend>
          <Tick label="May be negative" name="allow_negative" defaultChecked={paid.allow_negative} />
          <Field label="Negative limit" hint="Empty for no limit">
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
          <Field label="Refill amount">
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
        <Field label="Inbound URL" hint="Where replies go. Empty for nowhere">
          <input
            name="mo_url"
            type="url"
            defaultValue={mo.mo_webhook_url}
            placeholder="http://localhost:3000/inbound"
          />
        </Field>
        <Field
          label="Secret"
          hint={account.signsInbound ? 'Empty leaves the present one' : 'Signs inbound webhooks'}
        >
          <input name="mo_secret" autocomplete="off" />
        </Field>
        <FormFooter submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface NewAccountProps {
  readonly organizations: readonly OrganizationView[];
  readonly onClose: () => void;
}

/** Creates an account and opens it. */
export function NewAccount({ organizations, onClose }: NewAccountProps) {
  const create = async ({ name = '', organization = '' }: Values) => {
    const isCreated = await runAction(async () => {
      const { identifier } = await call<{ identifier: string }>(
        'POST',
        `/organizations/${organization}/accounts`,
        { name },
      );
      go('accounts', { id: identifier });
    }, `${name} is created.`);
    if (isCreated) onClose();
  };
  return (
    <Dialog title="New account" onClose={onClose}>
      <Form class="form" onValues={create}>
        <Field label="Name">
          <input name="name" required maxLength={200} autocomplete="off" />
        </Field>
        <Field label="Organization">
          <select name="organization">
            {organizations.map(({ identifier, name }) => (
              <option key={identifier} value={identifier}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <FormFooter submit="Create" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Creates a credit notification: the public API has no operation for it. */
export function NewNotification({ account, onClose }: EditAccountProps) {
  const [type, setType] = useState<ThresholdType>('paid_fixed_number');
  const isShare = type.endsWith('_percentage');
  const create = async ({ value = '', url = '' }: Values) => {
    const isCreated = await runAction(
      () =>
        call('POST', `/accounts/${account.identifier}/notifications`, {
          url,
          threshold_type: type,
          threshold_value: isShare ? Number(value) / 100 : Number(value),
        }),
      'The threshold is watched.',
    );
    if (isCreated) onClose();
  };
  return (
    <Dialog title="New threshold" onClose={onClose}>
      <Form class="form" onValues={create}>
        <Field label="Fires on">
          <select
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value as ThresholdType)}
          >
            {Object.entries(THRESHOLDS).map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field label={isShare ? 'Share, in per cent' : 'Credits'}>
          <input
            name="value"
            type="number"
            required
            step="any"
            {...(isShare ? { min: '0', max: '100' } : {})}
          />
        </Field>
        <Field label="URL" hint="Where the warning goes">
          <input name="url" type="url" required placeholder="http://localhost:3000/credits" />
        </Field>
        <FormFooter submit="Add" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
