import { Timestamp } from '../components/timestamp.tsx';
import { href } from '../routing/route.ts';

interface MomentLinksProps {
  /** UUID of the account. */
  readonly account: string;
  /** The moment, in milliseconds since the epoch. */
  readonly at: number;
}

/** Links from a moment of the ledger to the messages that were queued at it, and back to the present. */
export function MomentLinks({ account, at }: MomentLinksProps) {
  const [after, before] = [at, at + 1].map((ms) => new Date(ms).toISOString());
  return (
    <p class="object-links">
      <Timestamp at={new Date(at).toISOString()} />
      <a href={href('messages', { account, after, before })}>Messages queued at this moment</a>
      <a href={href('accounts', { id: account })}>Show the present</a>
    </p>
  );
}
