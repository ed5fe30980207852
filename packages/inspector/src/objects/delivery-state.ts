import type { DeliveryView } from '../api/types.ts';

type Tried = Pick<DeliveryView, 'state' | 'attempts'>;

/** The state of a delivery, with the status of the latest attempt. */
export function deliveryState({ state, attempts }: Tried): string {
  const last = attempts.at(-1);
  if (last === undefined) return state;
  return `${state} · ${last.status ?? 'no response'}`;
}

/** The class of its chip. The latest response decides, because a delivery that waits for a retry has failed so far. */
export function deliveryChip({ state, attempts }: Tried): string {
  const last = attempts.at(-1);
  return last === undefined || last.status === 200 ? state : 'exhausted';
}
