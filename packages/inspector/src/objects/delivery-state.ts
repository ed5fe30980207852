import type { DeliveryView } from '../api/types.ts';

/** The state of a delivery, with the status of the latest attempt. */
export function deliveryState({ state, attempts }: Pick<DeliveryView, 'state' | 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return state;
  return `${state} · ${last.status ?? 'no response'}`;
}
