import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Form, type FormValues } from './form.tsx';

/** Closes the window that the component is in. */
export const CloseDialog = createContext<() => void>(() => undefined);

interface Shown {
  readonly content: ComponentChildren;
  /** The address that the page had when the window was opened. */
  readonly address: string;
  /** Another number for each window, because the same one can be opened again before the browser has closed it. */
  readonly number: number;
}

let show: (content: ComponentChildren) => void = () => undefined;

/** Opens a window: a {@link Dialog}, or a component that has one. */
export function showWindow(content: ComponentChildren): void {
  show(content);
}

/** The place of the window that is open. It disappears with the view that it was opened in. */
export function Windows({ view }: { readonly view: string }) {
  const [shown, setShown] = useState<Shown>();
  // Before the page can be used: until an effect runs, a window that the user opens would be lost.
  useLayoutEffect(() => {
    show = (content) =>
      setShown((before) => ({ content, address: location.hash, number: (before?.number ?? 0) + 1 }));
  }, []);
  // A window that was opened while the page changed its view has the new address already.
  useEffect(() => setShown((open) => (open?.address === location.hash ? open : closed(open))), [view]);
  if (shown?.content === undefined) return null;
  const close = () => setShown((open) => (open === shown ? closed(open) : open));
  return (
    <CloseDialog.Provider value={close} key={shown.number}>
      {shown.content}
    </CloseDialog.Provider>
  );
}

function closed(shown: Shown | undefined): Shown | undefined {
  return shown && { ...shown, content: undefined };
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A window over the page: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, children }: DialogProps) {
  const close = useContext(CloseDialog);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // As soon as it is drawn, so that the next key is typed into it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Without this, the button that closes the window would have the focus.
    const first = ['input, select, textarea, [aria-pressed]', 'footer .primary', 'footer button']
      .map((selector) => element?.querySelector<HTMLElement>(selector))
      .find((found) => found != null);
    first?.focus();
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
  return (
    <button {...button} type="button" class={kind} onClick={() => showWindow(dialog)}>
      {children}
    </button>
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
