import { ROOT, SANDBOX } from '../api/control-api.ts';
import { useResource } from '../live/use-resource.ts';

interface Sandboxes {
  readonly sandboxes: readonly { readonly id: string }[];
}

/** A selection of the service that the page shows. It is absent while there are no sandboxes. */
export function SandboxPicker() {
  const { data } = useResource<Sandboxes>(`${ROOT}/sandboxes`);
  const ids = data?.sandboxes.map(({ id }) => id) ?? [];
  if (ids.length === 0 && SANDBOX === '') return null;
  const choose = (id: string) => {
    location.href = `${id === '' ? ROOT : `${ROOT}/sandboxes/${encodeURIComponent(id)}`}/${location.hash.split('?')[0]}`;
  };
  return (
    <select
      class="sandbox"
      aria-label="Sandbox"
      value={SANDBOX}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">Default service</option>
      {[...new Set([...ids, ...(SANDBOX === '' ? [] : [SANDBOX])])].map((id) => (
        <option value={id} key={id}>
          {id}
        </option>
      ))}
    </select>
  );
}
