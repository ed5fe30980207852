import { call, callPublic } from '../api/control-api.ts';
import type { AccountsResponse } from '../api/types.ts';
import { notify } from '../components/notices.tsx';
import { ConfirmButton } from '../forms/dialogs.tsx';

interface CancelBatchProps {
  readonly uuid: string;
  /** UUID of the account that sent it. */
  readonly accountUuid: string;
}

/** A button that cancels a scheduled batch, after a question. */
export function CancelBatch({ uuid, accountUuid }: CancelBatchProps) {
  const cancel = async () => {
    const { accounts } = await call<AccountsResponse>('GET', '/accounts');
    const { apiKey: key = '' } = accounts.find(({ identifier }) => identifier === accountUuid) ?? {};
    await callPublic('DELETE', `/batch/${uuid}`, { key });
    notify('The batch is canceled, and its held credits are released.');
  };
  return (
    <ConfirmButton
      class="small quiet"
      title="Cancel the batch?"
      loss={<p>Its messages are removed and never sent. The credits that they hold are released.</p>}
      submit="Cancel batch"
      onConfirm={cancel}
    >
      Cancel batch<span class="visually-hidden"> {uuid}</span>
    </ConfirmButton>
  );
}
