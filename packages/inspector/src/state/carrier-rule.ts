import type { CarrierResponse } from '../api/types.ts';
import { spanOf } from '../format.ts';
import type { FormValues } from '../forms/form.tsx';
import { durationOf, given } from '../values.ts';

/** A rule of the network as the control API accepts it. */
export interface CarrierRule {
  readonly to: string;
  readonly outcome: CarrierResponse['rules'][number]['outcome'];
  readonly channel?: string | undefined;
  readonly code?: string | undefined;
  readonly after?: string | number | undefined;
}

/** The rule for the values of the form. Empty values are omitted. */
export function ruleOf({ to = '', outcome = '', channel, code, after }: FormValues): CarrierRule {
  return {
    to: to.replaceAll(' ', ''),
    outcome: outcome as CarrierRule['outcome'],
    ...given({ channel, code, after: durationOf(after) }),
  };
}

/** A rule as a phrase, without its number. */
export function describeRule({ outcome, channel, code, after = 0 }: CarrierRule): string {
  const names = {
    deliver: 'delivered',
    fail: `fails with code ${code ?? '22'}`,
    hold: 'held without a receipt',
    unsupported: 'channel unsupported',
    refuse: 'refused',
  } as const satisfies Record<CarrierRule['outcome'], string>;
  const late =
    typeof after === 'number' ? (after > 0 ? `after ${spanOf(after)}` : undefined) : `after ${after}`;
  const parts = [names[outcome], channel === undefined ? undefined : `by ${channel}`, late];
  return parts.filter((part) => part !== undefined).join(', ');
}
