import type { ClockMoveView } from '../api/types.ts';
import { count, plural } from '../format.ts';
import { href } from '../routing/route.ts';

type Happened = ClockMoveView['since'];

interface Part {
  readonly text: string;
  /** The list of it within a period, if there is one. */
  readonly hrefIn?: (period: string) => string;
}

/** The kinds of events that happened, each with their number. */
function partsOf({
  'batch-queued': queued = 0,
  'message-sent': sent = 0,
  'message-delivered': delivered = 0,
  'message-failed': failed = 0,
  'inbound-received': replies = 0,
  'webhook-attempted': attempts = 0,
}: Happened): readonly Part[] {
  const messages = (q: string) => href('messages', { q });
  const parts: readonly (Part & { readonly number: number })[] = [
    { number: queued, text: `${plural(queued, 'message')} queued` },
    { number: sent, text: `${count(sent)} sent`, hrefIn: (period) => messages(`sent:${period}`) },
    {
      number: delivered,
      text: `${count(delivered)} delivered`,
      hrefIn: (period) => messages(`resolved:${period} state:delivered`),
    },
    {
      number: failed,
      text: `${count(failed)} failed`,
      hrefIn: (period) => messages(`resolved:${period} state:failed`),
    },
    { number: replies, text: plural(replies, 'reply', 'replies') },
    {
      number: attempts,
      text: plural(attempts, 'webhook attempt'),
      hrefIn: (period) => href('webhooks', { q: `attempted:${period}` }),
    },
  ];
  return parts.filter(({ number }) => number > 0);
}

/** What happened in a part of the history, in words; undefined when nothing did. */
export function happenedInWords(happened: Happened): string | undefined {
  const counts = Object.values(happened);
  if (counts.length === 0) return undefined;
  const parts = partsOf(happened);
  if (parts.length > 0) return parts.map(({ text }) => text).join(', ');
  return plural(
    counts.reduce((sum, next) => sum + next, 0),
    'other change',
  );
}

interface HappenedLinksProps {
  /** The move of the clock. */
  readonly move: Pick<ClockMoveView, 'from' | 'to' | 'did'>;
}

/** What a move did, each part as a link to the list of it. */
export function HappenedLinks({ move: { from, to, did } }: HappenedLinksProps) {
  const links = partsOf(did).flatMap(({ text, hrefIn }) =>
    hrefIn === undefined
      ? []
      : [
          <li key={text}>
            <a href={hrefIn(`${from}/${to}`)}>{text}</a>
          </li>,
        ],
  );
  if (links.length === 0) return <>{happenedInWords(did) ?? 'Nothing happened'}</>;
  return (
    <ul class="happened" aria-label="What the move did">
      {links}
    </ul>
  );
}
