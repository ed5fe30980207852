import { call } from '../api/control-api.ts';
import type { DeliveryDetail } from '../api/types.ts';
import { notify } from '../components/notices.tsx';
import { plural } from '../format.ts';

/** Attempts webhooks once more, waits for the responses, and says in numbers how many were accepted. EMU-28. */
export async function resend(ids: readonly string[]): Promise<void> {
  for (const id of ids) await call('POST', `/webhooks/${id}/resend`, {});
  await call('POST', '/settle');
  const statuses: (number | null)[] = [];
  for (const id of ids) {
    const { attempts } = await call<DeliveryDetail>('GET', `/webhooks/${id}`);
    statuses.push(attempts.findLast(({ byHand }) => byHand === true)?.status ?? null);
  }
  notify(resultOf(statuses));
}

function resultOf(statuses: readonly (number | null)[]): string {
  const accepted = statuses.filter((status) => status === 200).length;
  if (statuses.length !== 1) return `${accepted} of ${plural(statuses.length, 'webhook')} accepted.`;
  const [status = null] = statuses;
  if (status === 200) return 'The webhook is accepted.';
  return `The webhook is not accepted: ${status === null ? 'no response' : `status ${status}`}.`;
}
