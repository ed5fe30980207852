import type { ComponentChildren } from 'preact';

/** A list of names and values. Entries without a value are omitted. */
export function PropertyList({
  entries,
}: {
  readonly entries: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="properties">
      {entries
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

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
