import type { ComponentChildren } from 'preact';
import { DialogButton } from './dialog-button.tsx';
import { FormDialog } from './form-dialog.tsx';

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
