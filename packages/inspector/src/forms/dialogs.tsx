import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Form, type FormValues } from './form.tsx';

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

interface FormDialogProps {
  readonly title: string;
  /** Name of the button that submits the form. */
  readonly submit: string;
  /** The class of that button; `danger` for a question before something is lost. */
  readonly kind?: 'primary' | 'danger';
  /** Name of the button that closes the window. */
  readonly cancel?: string;
  /** Does it. The window stays open, with the input of the user, until this has succeeded, and shows the error otherwise. */
  readonly onValues: (values: FormValues) => unknown;
  readonly children: ComponentChildren;
}

/** A form in a window, with the buttons that submit it and close it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, kind = 'primary', cancel = 'Cancel', onValues, children } = props;
  const close = useContext(CloseDialog);
  const run = async (values: FormValues) => {
    await onValues(values);
    close();
  };
  return (
    <Dialog title={title}>
      <Form class="form" onValues={run}>
        {children}
        <footer>
          <button type="button" class="quiet" onClick={close}>
            {cancel}
          </button>
          <button type="submit" class={kind}>
            {submit}
          </button>
        </footer>
      </Form>
    </Dialog>
  );
}

interface ConfirmButtonProps {
  readonly class?: string;
  /** Name of the button. */
  readonly children: ComponentChildren;
  /** The question. */
  readonly title: string;
  /** What will be lost. */
  readonly loss: ComponentChildren;
  /** Name of the button that does it. */
  readonly submit: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly disabled?: boolean;
}

/** A button that asks before something is lost. */
export function ConfirmButton({ title, loss, submit, onConfirm, ...button }: ConfirmButtonProps) {
  const dialog = (
    <FormDialog title={title} submit={submit} kind="danger" cancel="Keep it" onValues={onConfirm}>
      {loss}
    </FormDialog>
  );
  return <DialogButton {...button} dialog={dialog} />;
}
