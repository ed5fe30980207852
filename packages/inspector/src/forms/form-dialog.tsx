import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { CloseDialog, Dialog } from './dialog.tsx';
import { Form, type FormValues } from './form.tsx';

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
