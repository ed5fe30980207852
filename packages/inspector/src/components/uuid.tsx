import { CopyButton } from './copy-button.tsx';

/** A UUID with a button that copies it. */
export function Uuid({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <>
      <code>{of}</code> <CopyButton text={of} label={label} />
    </>
  );
}
