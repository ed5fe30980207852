import type { ClockMoveView } from '../api/types.ts';
import { count, plural } from '../format.ts';

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
