import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useRef } from 'preact/hooks';

/** Closes the window. The component that shows a window provides it, and every component in the window can call it. */
export const CloseDialog = createContext<() => void>(() => undefined);

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A window over the page: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, children }: DialogProps) {
  const close = useContext(CloseDialog);
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
      onCancel={close}
      onClose={({ currentTarget }) => currentTarget.isConnected && close()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
