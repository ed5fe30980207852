import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form, type FormValues, SubmitButton } from './form.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Name of the button that submits the form. */
  readonly submit: string;
  /** Does it. The window stays open, with the input of the user, until this has succeeded, and shows the error otherwise. */
  readonly onValues: (values: FormValues) => unknown;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A form in a window, with the buttons that submit it and close it. */
export function FormDialog(props: FormDialogProps) {
  return <Question {...props} cancel="Cancel" kind="primary" />;
}

/** A question before something is lost. */
export function Confirm(props: FormDialogProps) {
  return <Question {...props} cancel="Keep it" kind="danger" />;
}

interface QuestionProps extends FormDialogProps {
  /** Name of the button that closes the window. */
  readonly cancel: string;
  /** The class of the button that submits the form. */
  readonly kind: string;
}

function Question({ title, submit, kind, cancel, onValues, onClose, children }: QuestionProps) {
  const run = async (values: FormValues) => {
    await onValues(values);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form class="form" onValues={run}>
        {children}
        <footer>
          <button type="button" class="quiet" onClick={onClose}>
            {cancel}
          </button>
          <SubmitButton kind={kind}>{submit}</SubmitButton>
        </footer>
      </Form>
    </Dialog>
  );
}
