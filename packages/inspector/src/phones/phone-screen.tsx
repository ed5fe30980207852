import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure, Loaded } from '../components/loading.tsx';
import { count, plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import { Bubbles } from './bubbles.tsx';

/** The end is reached within this distance, in pixels. */
const AT_END = 40;

type Shown = ReturnType<typeof useConversation>;

/** A message and where it is in the window. Messages that are added above it must not move it. */
interface Anchor {
  readonly line: Element;
  readonly top: number;
}

type Target = 'end' | Anchor;

/** The first message that is shown. */
function anchorIn(box: Element | null): Target | undefined {
  const line = box?.querySelector('.bubbles > li');
  return line ? { line, top: line.getBoundingClientRect().top } : undefined;
}

function scrollTo(box: Element, target: Target | undefined): void {
  if (target === 'end') box.scrollTop = box.scrollHeight;
  else if (target !== undefined) box.scrollTop += target.line.getBoundingClientRect().top - target.top;
}

/**
 * The screen of a handset. At the end of the conversation it follows new messages. While the user reads further up it
 * stays where it is, and a button leads to the new messages.
 */
export function PhoneScreen({ shown }: { readonly shown: Shown }) {
  const { resource, from, show } = shown;
  const isRead = resource.data !== undefined;
  const conversation = resource.data;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const read = useRef(0);
  // Where to scroll to once the requested part is shown.
  const awaited = useRef<Target | undefined>(undefined);
  const [unread, setUnread] = useState(0);
  const total = conversation?.total ?? 0;
  const end = conversation === undefined ? 0 : endOf(conversation);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || conversation === undefined) return;
    scrollTo(element, awaited.current ?? (isAtEnd.current ? 'end' : undefined));
    awaited.current = undefined;
    if (isAtEnd.current) read.current = total;
    setUnread(Math.max(0, total - read.current));
  }, [end, total, conversation?.offset]);
  // The screen can be hidden at first, behind the list on a narrow page. It is also smaller while the user writes much.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => scrollTo(element, isAtEnd.current ? 'end' : undefined));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    if (conversation === undefined || awaited.current !== undefined) return;
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    isAtEnd.current = end === total && scrollHeight - scrollTop - clientHeight < AT_END;
    if (isAtEnd.current) {
      read.current = total;
      setUnread(0);
      show(undefined);
    } else if (from === undefined) {
      show(conversation.offset);
    }
  };
  const toLatest = () => {
    isAtEnd.current = true;
    if (end < total) awaited.current = 'end';
    else if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    show(undefined);
    setUnread(0);
  };
  const showEarlier = () => {
    isAtEnd.current = false;
    awaited.current = anchorIn(box.current);
    show(Math.max(0, (conversation?.offset ?? 0) - PAGE));
  };
  return (
    <div class="phone-conversation">
      {/* A scrollable element must be reachable by keyboard. */}
      <div
        class="phone-screen"
        role="log"
        aria-label="Conversation"
        tabIndex={0}
        ref={box}
        onScroll={onScroll}
      >
        {/* A note above the messages would move them. */}
        <Loaded resource={isRead ? { ...resource, error: undefined } : resource} what="the conversation">
          {(data) => <Lines conversation={data} onEarlier={showEarlier} onLatest={toLatest} />}
        </Loaded>
      </div>
      {unread > 0 && (
        <button type="button" class="small to-latest" onClick={toLatest}>
          ↓ {plural(unread, 'new message')}
        </button>
      )}
      {isRead && <Failure of={resource} />}
    </div>
  );
}

interface LinesProps {
  readonly conversation: Conversation;
  /** Shows earlier messages, too. */
  readonly onEarlier: () => void;
  /** Shows the latest messages. */
  readonly onLatest: () => void;
}

function Lines({ conversation, onEarlier, onLatest }: LinesProps) {
  const { offset, total } = conversation;
  const later = total - endOf(conversation);
  if (total === 0) {
    return (
      <EmptyState title="No message on this phone yet">
        <p>Write below to send an inbound message to a sender ID that an account owns.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {offset > 0 && (
        <p class="more">
          <button type="button" class="small" onClick={onEarlier}>
            Earlier messages
          </button>{' '}
          <span class="dim">{count(offset)} before these</span>
        </p>
      )}
      <Bubbles conversation={conversation} />
      {later > 0 && (
        <p class="more">
          <button type="button" class="small" onClick={onLatest}>
            Latest
          </button>{' '}
          <span class="dim">{count(later)} after these</span>
        </p>
      )}
    </>
  );
}

function endOf({ offset, lines }: Conversation): number {
  return offset + lines.length;
}

/** Messages that are shown at first, and that are added above them at a time. */
const PAGE = 200;

/** Messages in one call at most. */
const LONGEST_CALL = 1_000;

/**
 * Reads the latest messages of a conversation, or those from an offset on, which do not move while messages arrive.
 *
 * @returns The part, where it begins, and a function that shows another part: undefined for the latest messages.
 */
export function useConversation(number: string) {
  const [from, show] = useState<number>();
  const limit = from === undefined ? PAGE : LONGEST_CALL;
  const resource = useResource<Conversation>(
    `/handsets/${encodeURIComponent(number)}${query({ limit, offset: from })}`,
  );
  // Another part replaces this one once it has been read.
  const latest = useRef<Conversation | undefined>(undefined);
  latest.current = resource.data ?? latest.current;
  return { resource: { ...resource, data: latest.current }, from, show };
}
