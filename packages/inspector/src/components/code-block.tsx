import { prettyJson } from '../format.ts';
import { CopyButton } from './copy-button.tsx';

/** A text block that scrolls, with a button that copies it. */
export function CodeBlock({ children, label }: { readonly children: string; readonly label: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={label}>
        {children}
      </pre>
      <CopyButton text={children} label={label} />
    </div>
  );
}

/** A JSON body, formatted. */
export function JsonBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return <CodeBlock label={label}>{prettyJson(text)}</CodeBlock>;
}
