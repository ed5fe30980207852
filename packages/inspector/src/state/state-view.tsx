import { connection } from '../api/connection.ts';
import { call } from '../api/control-api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify, runAction } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { download } from '../export/download.ts';
import { ConfirmButton } from '../forms/dialogs.tsx';
import { SandboxList } from '../sandboxes/sandbox-list.tsx';
import { Network } from './network.tsx';

/** The state of the service: saved to a file, restored from one, or reset. Also the network and the sandboxes. */
export function StateView() {
  return (
    <div class="page">
      <Snapshot />
      <Network />
      {connection.isServer && <SandboxList />}
      <Reset />
    </div>
  );
}

function Snapshot() {
  const save = async () => {
    const snapshot = JSON.stringify(await call('GET', '/snapshot'));
    download('messaging-emulator.snapshot.json', new Blob([snapshot], { type: 'application/json' }));
  };
  const restore = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    await runAction(
      async () => call('PUT', '/snapshot', await file.text()),
      `The state of ${file.name} is restored.`,
    );
    input.value = '';
  };
  return (
    <Panel title="Snapshot">
      <p class="dim">The complete state: messages, clock, pending jobs and keys.</p>
      <div class="actions">
        <ActionButton class="primary" onAction={save} done="The state is saved.">
          Save to a file
        </ActionButton>
        <label class="button">
          Restore from a file
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={({ currentTarget }) => void restore(currentTarget)}
          />
        </label>
      </div>
    </Panel>
  );
}

function Reset() {
  const reset = async () => {
    await call('POST', '/reset');
    notify('Everything is as it was at the start.');
  };
  return (
    <Panel title="Reset">
      <p class="dim">
        Restores the initial configuration: state, clock, seed, faults and network. Keys stay the same.
      </p>
      <div class="actions">
        <ConfirmButton
          class="danger"
          title="Reset everything?"
          loss={
            <p>All messages, webhooks, requests, and accounts that were created since the start are lost.</p>
          }
          submit="Reset"
          onConfirm={reset}
        >
          Reset…
        </ConfirmButton>
      </div>
    </Panel>
  );
}
