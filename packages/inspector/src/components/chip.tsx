import type { ComponentChildren } from 'preact';

/** A state as a word with a color. */
export function Chip({ kind, children }: { readonly kind: string; readonly children: ComponentChildren }) {
  return <span class={`chip chip-${kind}`}>{children}</span>;
}
