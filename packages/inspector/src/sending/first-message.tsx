import { EmptyState } from '../components/empty-state.tsx';
import { SendExample } from '../objects/send-example.tsx';
import { openSend } from './send-dialog.tsx';

/** An emulator without messages: how to send the first one. */
export function FirstMessage() {
  return (
    <EmptyState title="No message yet">
      <p>Send the first message from here, with this call, or with the client:</p>
      <button type="button" class="primary" onClick={() => openSend()}>
        Send a message
      </button>
      <SendExample withClient />
    </EmptyState>
  );
}
