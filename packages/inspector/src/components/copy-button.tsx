import type { ComponentChildren, JSX } from 'preact';
import { ActionButton } from './action-button.tsx';

type CopyButtonProps = {
  /** What it copies; undefined while that is not known. */
  readonly text: string | undefined;
  /** The name of the text. */
  readonly label: string;
  /** What a notice says afterwards; default: that it is copied. */
  readonly notice?: string;
  /** Default: `Copy`, with the label for screen readers. */
  readonly children?: ComponentChildren;
} & Omit<JSX.IntrinsicElements['button'], 'children' | 'onClick' | 'type' | 'label'>;

/** A button that copies a text to the clipboard. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, notice = `${label} is copied.`, children, ...button } = props;
  return (
    <ActionButton
      class="quiet small"
      aria-label={children === undefined ? `Copy: ${label}` : undefined}
      {...button}
      disabled={text === undefined}
      onAction={() => navigator.clipboard.writeText(text ?? '')}
      done={notice}
    >
      {children ?? 'Copy'}
    </ActionButton>
  );
}

/** An identifier or a key with a button that copies it. */
export function Copyable({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <>
      <code>{of}</code> <CopyButton text={of} label={label} />
    </>
  );
}
