import { useEffect, useState } from 'preact/hooks';
import { plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { Related } from '../objects/related.tsx';
import { href } from '../routing/route.ts';
import { query } from '../values.ts';

interface PhoneRelatedProps {
  readonly number: string;
  /** Whether the conversation is empty. A request to the number may have been refused: then that is what matters. */
  readonly isEmpty: boolean;
}

/** Everything that a handset is related to. It is folded while there is a conversation to read, except refused requests. */
export function PhoneRelated({ number, isEmpty }: PhoneRelatedProps) {
  const [isOpen, setOpen] = useState(isEmpty);
  useEffect(() => setOpen(isEmpty), [isEmpty]);
  const refused = { q: `to:+${number} status:4xx` };
  const path = `/requests${query({ ...refused, offset: 0, limit: 1 })}`;
  const { total = 0 } = useResource<{ total: number }>(path).data ?? {};
  return (
    <div class="phone-related">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Related objects</summary>
        {isOpen && <Related kind="phone" id={number} />}
      </details>
      {total > 0 && <a href={href('requests', refused)}>{plural(total, 'refused request')}</a>}
    </div>
  );
}
