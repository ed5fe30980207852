import { call, ROOT, SANDBOX } from '../api/control-api.ts';
import { Chip } from '../components/chip.tsx';
import { notify } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { ConfirmButton, DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { given } from '../values.ts';
import { type SandboxView, sandboxAddress, useSandboxes } from './sandboxes.ts';

/** The sandboxes of the server, to open, create and delete them. */
export function SandboxList() {
  const sandboxes = useSandboxes();
  return (
    <Panel title="Sandboxes" beside={<DialogButton dialog={<NewSandbox />}>New sandbox</DialogButton>}>
      {sandboxes?.length === 0 && <p class="dim">None: there is only the default service.</p>}
      <ul class="links">
        {sandboxes?.map((sandbox) => (
          <li key={sandbox.id}>
            <a href={sandboxAddress(sandbox.id)}>{sandbox.name}</a>
            {sandbox.name !== sandbox.id && <span class="dim">{sandbox.id}</span>}
            {sandbox.id === SANDBOX && <Chip kind="sent">shown</Chip>}
            <span class="dim">{sandbox.mode} clock</span>
            <span class="spacer" />
            <Delete sandbox={sandbox} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Delete({ sandbox: { id, name } }: { readonly sandbox: SandboxView }) {
  const remove = async () => {
    await call('DELETE', `${ROOT}/sandboxes/${encodeURIComponent(id)}`);
    notify(`${name} is deleted.`);
  };
  return (
    <ConfirmButton
      class="small quiet"
      title={`Delete the sandbox ${name}?`}
      loss={<p>Its messages, accounts and keys are lost.</p>}
      submit="Delete"
      onConfirm={remove}
    >
      Delete…<span class="visually-hidden"> {name}</span>
    </ConfirmButton>
  );
}

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
