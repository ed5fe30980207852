import { useState } from 'preact/hooks';
import { call, callPublic, query } from '../api/control-api.ts';
import type { AccountsResponse, MessageView } from '../api/types.ts';
import { Confirm } from '../components/dialog.tsx';
import { runAction } from '../components/notices.tsx';

/** Cancels a scheduled batch through the public API, with the key of its account. */
async function cancel(uuid: string): Promise<void> {
  const { messages } = await call<{ messages: readonly MessageView[] }>(
    'GET',
    `/messages${query({ batch: uuid, limit: 1 })}`,
  );
  const { accounts } = await call<AccountsResponse>('GET', '/accounts');
  const account = accounts.find(({ identifier }) => identifier === messages[0]?.accountUuid);
  if (account === undefined) throw new Error(`There is no batch ${uuid} any more.`);
  await callPublic('DELETE', `/batch/${uuid}`, { key: account.apiKey });
}

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
            runAction(() => cancel(uuid), 'The batch is canceled, and its held credits are free.')
          }
          onClose={() => setAsking(false)}
        >
          <p>Its messages are removed and never sent. The credits that they hold become free.</p>
        </Confirm>
      )}
    </>
  );
}
