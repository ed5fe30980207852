import { SANDBOX } from '../api/control-api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { sandboxAddress, useSandboxes } from './sandboxes.ts';

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
