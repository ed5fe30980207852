import { useState } from 'preact/hooks';
import { call, ROOT, SANDBOX } from '../api/control-api.ts';
import { Chip } from '../components/chip.tsx';
import { Confirm } from '../components/dialog.tsx';
import { runAction } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { NewSandbox } from './new-sandbox.tsx';
import { type SandboxView, sandboxAddress, useSandboxes } from './sandboxes.ts';

/** The sandboxes of the server, to open, create and delete them. */
export function SandboxList() {
  const sandboxes = useSandboxes() ?? [];
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<SandboxView>();
  const remove = ({ id, name }: SandboxView) =>
    runAction(() => call('DELETE', `${ROOT}/sandboxes/${encodeURIComponent(id)}`), `${name} is deleted.`);
  return (
    <Panel
      title="Sandboxes"
      beside={
        <button type="button" class="small" onClick={() => setCreating(true)}>
          New sandbox
        </button>
      }
    >
      <p class="dim">Each sandbox is a separate service, so that tests can run in parallel.</p>
      {sandboxes.length === 0 && <p class="dim">None: there is only the default service.</p>}
      <ul class="links">
        {sandboxes.map((sandbox) => (
          <li key={sandbox.id}>
            <a href={sandboxAddress(sandbox.id)}>{sandbox.name}</a>
            {sandbox.name !== sandbox.id && <span class="dim">{sandbox.id}</span>}
            {sandbox.id === SANDBOX && <Chip kind="sent">shown</Chip>}
            <span class="dim">{sandbox.mode} clock</span>
            <span class="spacer" />
            <button type="button" class="small quiet" onClick={() => setDeleted(sandbox)}>
              Delete…<span class="visually-hidden"> {sandbox.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {isCreating && <NewSandbox onClose={() => setCreating(false)} />}
      {deleted !== undefined && (
        <Confirm
          title={`Delete the sandbox ${deleted.name}?`}
          confirm="Delete"
          cancel="Keep it"
          onConfirm={() => void remove(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          <p>Its messages, accounts and keys are lost.</p>
        </Confirm>
      )}
    </Panel>
  );
}
