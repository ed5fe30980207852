import type { ComponentChildren } from 'preact';

interface DetailHeadProps {
  readonly title: string;
  /** Its state, once it was read. */
  readonly state: ComponentChildren;
  /** Name of the close button for screen readers. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Actions. */
  readonly children?: ComponentChildren;
}

/** The header of the object that is open beside a table. */
export function DetailHead({ title, state, closeLabel, onClose, children }: DetailHeadProps) {
  return (
    <header class="detail-head">
      <h2>{title}</h2>
      {state}
      <span class="spacer" />
      {children && <span class="actions">{children}</span>}
      <button type="button" class="quiet icon" aria-label={closeLabel} onClick={onClose}>
        ×
      </button>
    </header>
  );
}
