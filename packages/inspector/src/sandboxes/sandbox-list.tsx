import { call, ROOT, SANDBOX } from '../api/control-api.ts';
import { Chip } from '../components/chip.tsx';
import { notify } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { ConfirmButton } from '../forms/confirm-button.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { NewSandbox } from './new-sandbox.tsx';
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
