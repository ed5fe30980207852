import type { ComponentChildren, JSX } from 'preact';
import { runAction } from './notices.tsx';

type CopyButtonProps = {
  /** What it copies; undefined while that is not known. */
  readonly text: string | undefined;
  /** The name of the text, as in `The link is copied.` */
  readonly label: string;
  /** Default: `Copy`, with the label for screen readers. */
  readonly children?: ComponentChildren;
} & Omit<JSX.IntrinsicElements['button'], 'children' | 'onClick' | 'type' | 'label'>;

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, label, children, ...button }: CopyButtonProps) {
  const copy = () => runAction(() => navigator.clipboard.writeText(text ?? ''), `${label} is copied.`);
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
