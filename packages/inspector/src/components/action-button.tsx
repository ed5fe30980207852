import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

type ActionButtonProps = {
  /** The action of a click. The button is disabled until it has ended, so that a second click does not repeat it. */
  readonly onAction: () => Promise<unknown>;
  readonly children: ComponentChildren;
} & Omit<JSX.IntrinsicElements['button'], 'children' | 'onClick' | 'type'>;

/** A button for an action that takes time. */
export function ActionButton({ onAction, children, disabled, ...button }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await onAction();
    setBusy(false);
  };
  return (
    <button
      {...button}
      type="button"
      aria-busy={isBusy}
      disabled={isBusy || disabled === true}
      onClick={() => void run()}
    >
      {children}
    </button>
  );
}
