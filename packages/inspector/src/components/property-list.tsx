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
