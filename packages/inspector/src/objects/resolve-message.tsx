import { RECEIPT_CAUSES } from '@messaging-service/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { runAction } from '../components/notices.tsx';
import { Form } from '../forms/form.tsx';

/** Buttons that act as the network for a message without a result: they deliver it, or fail it with a code. */
export function ResolveMessage({ uuid }: { readonly uuid: string }) {
  const [isFailing, setFailing] = useState(false);
  const fail = ({ code = '' }: Readonly<Record<string, string>>) =>
    runAction(
      () => call('POST', `/messages/${uuid}/fail`, { code }),
      `The message has failed with code ${code}.`,
    );
  if (!isFailing) {
    return (
      <div class="resolve">
        <ActionButton
          class="small"
          onAction={() => call('POST', `/messages/${uuid}/deliver`, {})}
          done="The message is delivered."
        >
          Deliver
        </ActionButton>
        <button type="button" class="small" onClick={() => setFailing(true)}>
          Fail…
        </button>
      </div>
    );
  }
  return (
    <Form class="resolve" onValues={fail}>
      <input
        name="code"
        list="receipt-codes"
        required
        defaultValue="22"
        pattern="[0-9A-Fa-f]{1,8}"
        title="A hexadecimal receipt code"
        aria-label="Receipt code"
        class="short"
      />
      <datalist id="receipt-codes">
        {Object.entries(RECEIPT_CAUSES)
          .filter(([code]) => code !== '00')
          .map(([code, { cause }]) => (
            <option value={code} key={code}>
              {cause}
            </option>
          ))}
      </datalist>
      <button type="submit" class="small danger">
        Fail
      </button>
      <button type="button" class="small quiet" onClick={() => setFailing(false)}>
        Cancel
      </button>
    </Form>
  );
}
