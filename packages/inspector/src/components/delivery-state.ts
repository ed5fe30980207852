import type { Delivery } from '../api/types.ts';

/** Where a delivery stands, with what its receiver last said. */
export function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return state;
  return `${state} · ${last.status ?? 'no answer'}`;
}
