import type { ComponentChildren, JSX } from 'preact';
import { runAction } from './notices.tsx';

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
  const copy = () => runAction(() => navigator.clipboard.writeText(text ?? ''), notice);
  return (
    <button
      class="quiet small"
      aria-label={children === undefined ? `Copy: ${label}` : undefined}
      {...button}
      type="button"
      disabled={text === undefined}
      onClick={() => void copy()}
    >
      {children ?? 'Copy'}
    </button>
  );
}
