import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { runAction } from './notices.tsx';

type ActionButtonProps = {
  /** The action of a click. A notice shows its error. */
  readonly onAction: () => Promise<unknown>;
  /** What a notice says when the action has succeeded; default: nothing. */
  readonly done?: string;
  readonly children: ComponentChildren;
} & Omit<JSX.IntrinsicElements['button'], 'children' | 'onClick' | 'type'>;

/** A button for an action that takes time. Until the action has ended, a second click does not repeat it. */
export function ActionButton({ onAction, done, children, ...button }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    await runAction(onAction, done);
    setBusy(false);
  };
  return (
    // Not `disabled`, which would take the focus from it.
    <button {...button} type="button" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void run()}>
      {children}
    </button>
  );
}
