import { visible } from '@messaging-service/text';

/** The text of a message on one line. A text in a right-to-left script is cut on the left. */
export function MessageText({ text }: { readonly text: string }) {
  return (
    <span class="message-text ellipsis" dir="auto">
      {visible(text)}
    </span>
  );
}
