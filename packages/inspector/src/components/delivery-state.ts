import type { DeliveryView } from '../api/types.ts';

/** Where a delivery stands, with what its receiver last said. */
export function deliveryState({ state, attempts }: Pick<DeliveryView, 'state' | 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return state;
  return `${state} · ${last.status ?? 'no answer'}`;
}
