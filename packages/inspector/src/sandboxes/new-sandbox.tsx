import { call, ROOT } from '../api/control-api.ts';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { given } from '../values.ts';
import { type SandboxView, sandboxAddress } from './sandboxes.ts';

const CLOCKS: readonly Option[] = [
  ['', 'Default'],
  ['virtual', 'Virtual: stands still'],
  ['system', 'System: follows this machine'],
];

/** Creates a sandbox and shows it. */
export function NewSandbox() {
  const create = async ({ name, clock, now }: FormValues) => {
    const sandbox = given({ name, clock, now: now && `${now}Z` });
    const { id } = await call<SandboxView>('POST', `${ROOT}/sandboxes`, sandbox);
    location.href = sandboxAddress(id);
  };
  return (
    <FormDialog title="New sandbox" submit="Create" onValues={create}>
      <p class="dim">
        A separate service with its own accounts, messages and clock. Calls reach it by its own API keys.
      </p>
      <Field label="Name" hint="Empty for its identifier">
        <input name="name" maxLength={100} autocomplete="off" placeholder="checkout tests" />
      </Field>
      <div class="form-row">
        <Field label="Clock">
          <Select name="clock" options={CLOCKS} />
        </Field>
        <Field label="Starts at" hint="GMT. Empty for the current time">
          <input name="now" type="datetime-local" />
        </Field>
      </div>
    </FormDialog>
  );
}
