import { PropertyList } from './property-list.tsx';

/** The headers of a request or a response, folded away. */
export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details class="headers">
      <summary>
        Headers <span class="dim">({entries.length})</span>
      </summary>
      <PropertyList entries={entries.map(([name, value]) => [name, <code>{value}</code>] as const)} />
    </details>
  );
}
