import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CloseDialog } from './dialog.tsx';

type DialogButtonProps = {
  /** Name of the button. */
  readonly children: ComponentChildren;
  /** The window. */
  readonly dialog: ComponentChildren;
} & Omit<JSX.IntrinsicElements['button'], 'children' | 'onClick' | 'type'>;

/** A button that opens a window. */
export function DialogButton({ children, dialog, class: kind = 'small', ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button {...button} type="button" class={kind} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && <CloseDialog.Provider value={() => setOpen(false)}>{dialog}</CloseDialog.Provider>}
    </>
  );
}
