import type { ComponentChildren } from 'preact';

interface DetailHeadProps {
  readonly title: string;
  /** In what state it is, once that is known. */
  readonly state: ComponentChildren;
  /** What closing it is called, for those who hear it. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

/** The head of what is open beside a table. */
export function DetailHead({ title, state, closeLabel, onClose, children }: DetailHeadProps) {
  return (
    <header class="detail-head">
      <h2>{title}</h2>
      {state}
      <span class="spacer" />
      {children}
      <button type="button" class="quiet icon" aria-label={closeLabel} onClick={onClose}>
        ×
      </button>
    </header>
  );
}
