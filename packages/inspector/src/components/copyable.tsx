import { CopyButton } from './copy-button.tsx';

/** An identifier or a key with a button that copies it. */
export function Copyable({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <>
      <code>{of}</code> <CopyButton text={of} label={label} />
    </>
  );
}
