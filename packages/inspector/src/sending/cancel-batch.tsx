import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import { Confirm } from '../components/dialog.tsx';
import { runAction } from '../components/notices.tsx';

/** A button that cancels a scheduled batch, after a question. */
export function CancelBatch({ uuid }: { readonly uuid: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="small quiet" onClick={() => setAsking(true)}>
        Cancel batch<span class="visually-hidden"> {uuid}</span>
      </button>
      {isAsking && (
        <Confirm
          title="Cancel the batch?"
          confirm="Cancel batch"
          cancel="Keep it"
          onConfirm={() =>
            runAction(
              () => call('DELETE', `/batches/${uuid}`),
              'The batch is canceled, and its held credits are released.',
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>Its messages are removed and never sent. The credits that they hold are released.</p>
        </Confirm>
      )}
    </>
  );
}
