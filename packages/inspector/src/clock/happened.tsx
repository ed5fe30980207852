import type { ClockMoveView } from '../api/types.ts';
import { count, plural } from '../format.ts';
import { href } from '../routing/route.ts';

type Happened = ClockMoveView['since'];

/** What happened in a part of the history, in words; undefined when nothing did. */
export function happenedInWords({
  queued,
  sent,
  delivered,
  failed,
  replies,
  attempts,
  facts,
}: Happened): string | undefined {
  if (facts === 0) return undefined;
  const parts = [
    queued > 0 && `${plural(queued, 'message')} queued`,
    sent > 0 && `${count(sent)} sent`,
    delivered > 0 && `${count(delivered)} delivered`,
    failed > 0 && `${count(failed)} failed`,
    replies > 0 && plural(replies, 'reply', 'replies'),
    attempts > 0 && plural(attempts, 'webhook attempt'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? plural(facts, 'other change') : parts.join(', ');
}

interface HappenedLinksProps {
  /** The move of the clock. */
  readonly move: Pick<ClockMoveView, 'from' | 'to' | 'did'>;
}

/** What a move did, each part as a link to the list of it. */
export function HappenedLinks({ move: { from, to, did } }: HappenedLinksProps) {
  const period = `${from}/${to}`;
  const parts = [
    {
      number: did.sent,
      text: `${count(did.sent)} sent`,
      href: href('messages', { q: `sent:${period}` }),
    },
    {
      number: did.delivered,
      text: `${count(did.delivered)} delivered`,
      href: href('messages', { q: `resolved:${period} state:delivered` }),
    },
    {
      number: did.failed,
      text: `${count(did.failed)} failed`,
      href: href('messages', { q: `resolved:${period} state:failed` }),
    },
    {
      number: did.attempts,
      text: plural(did.attempts, 'webhook attempt'),
      href: href('webhooks', { q: `attempted:${period}` }),
    },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return <>{happenedInWords(did) ?? 'Nothing happened'}</>;
  return (
    <ul class="happened" aria-label="What the move did">
      {parts.map(({ text, href: address }) => (
        <li key={text}>
          <a href={address}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
