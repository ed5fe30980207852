import type { CarrierResponse } from '../api/types.ts';
import { plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';

/** A note that the network does not deliver everything, because it was set so. It is beside the messages that this decides. */
export function NetworkNote() {
  const { data } = useResource<CarrierResponse>('/carrier');
  if (data === undefined) return null;
  const { outcome, code, rules } = data;
  const parts = [
    outcome === 'hold' && 'The network holds messages until you deliver or fail them.',
    outcome === 'fail' && `The network fails messages with code ${code ?? '22'}.`,
    rules.length > 0 && `The network has ${plural(rules.length, 'rule')} for numbers.`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <p class="network-note">
      {parts.join(' ')} <a href={href('state')}>Change it</a>
    </p>
  );
}
