import { visible } from '@messaging-service/text';

/** Marks a row that a fault hit. The tooltip has the fault as a sentence. */
export function FaultMark({ of: fault }: { readonly of: string | null | undefined }) {
  if (fault === null || fault === undefined) return null;
  return (
    <span class="chip chip-warning" title={visible(fault)}>
      fault
    </span>
  );
}
