import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A window over the page: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Without this, the button that closes the window would have the focus.
    element?.querySelector<HTMLElement>('input, select, textarea, [aria-pressed], footer button')?.focus();
    return () => element?.close();
  }, []);
  return (
    // On Escape, the browser asks before it closes the window. It reports that the window was closed a moment later, when
    // the user may have opened the same window again.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={onClose}
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet icon" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
