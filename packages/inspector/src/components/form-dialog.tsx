import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form, type FormValues, SubmitButton } from './form.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Name of the button that submits the form. */
  readonly submit: string;
  readonly onValues: (values: FormValues) => unknown;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A form in a window, with the buttons that submit it and close it. */
export function FormDialog({ title, submit, onValues, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form class="form" onValues={onValues}>
        {children}
        <footer>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton>{submit}</SubmitButton>
        </footer>
      </Form>
    </Dialog>
  );
}
