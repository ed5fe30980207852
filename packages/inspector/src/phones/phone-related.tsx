import { useEffect, useState } from 'preact/hooks';
import { Related } from '../components/related.tsx';

interface PhoneRelatedProps {
  readonly number: string;
  /** Whether the conversation is empty. A request to the number may have been refused: then that is what matters. */
  readonly isEmpty: boolean;
}

/** Everything that a handset is related to. It is folded while there is a conversation to read. */
export function PhoneRelated({ number, isEmpty }: PhoneRelatedProps) {
  const [isOpen, setOpen] = useState(isEmpty);
  useEffect(() => setOpen(isEmpty), [isEmpty]);
  return (
    <details
      class="phone-related"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Related: requests, batches, webhooks, jobs</summary>
      {isOpen && <Related kind="phone" id={number} />}
    </details>
  );
}
