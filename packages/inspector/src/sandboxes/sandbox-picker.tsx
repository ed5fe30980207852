import { SANDBOX } from '../api/control-api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { sandboxAddress, useSandboxes } from './sandboxes.ts';

/** A selection of the service that the page shows. It is absent while there are no sandboxes. */
export function SandboxPicker() {
  const sandboxes = useSandboxes() ?? [];
  if (sandboxes.length === 0 && SANDBOX === '') return null;
  return (
    <select
      class="sandbox"
      aria-label="Sandbox"
      value={SANDBOX}
      onChange={({ currentTarget }) => {
        location.href = sandboxAddress(currentTarget.value);
      }}
    >
      <option value="">Default service</option>
      {sandboxes.map(({ id, name }) => (
        <option value={id} key={id}>
          {name === id ? id : `${name} (${id})`}
        </option>
      ))}
      {SANDBOX !== '' && !sandboxes.some(({ id }) => id === SANDBOX) && (
        <option value={SANDBOX}>{SANDBOX}</option>
      )}
    </select>
  );
}

/** The page of a sandbox that was deleted, or that never existed. */
export function MissingSandbox() {
  const sandboxes = useSandboxes() ?? [];
  return (
    <EmptyState title={`The sandbox ${SANDBOX} does not exist`}>
      <p>It was deleted, or the emulator was started again without it.</p>
      <ul class="actions">
        <li>
          <a class="button primary" href={sandboxAddress('')}>
            Default service
          </a>
        </li>
        {sandboxes.map(({ id, name }) => (
          <li key={id}>
            <a class="button" href={sandboxAddress(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
