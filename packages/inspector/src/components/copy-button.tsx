import { runAction } from './notices.tsx';

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = () => runAction(() => navigator.clipboard.writeText(text), `${label} is copied.`);
  return (
    <button type="button" class="quiet small" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
      Copy
    </button>
  );
}
