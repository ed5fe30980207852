import { oneTimeCodeIn } from '@messaging-service/text';
import { CopyButton } from '../components/copy-button.tsx';

/** A button that copies the one-time code of a text, if it has one. */
export function OneTimeCode({ of: body }: { readonly of: string }) {
  const code = oneTimeCodeIn(body);
  if (code === undefined) return null;
  return (
    <CopyButton text={code} label={code} class="small" aria-keyshortcuts="o">
      Copy code {code}
    </CopyButton>
  );
}
