import { useRef, useState } from 'preact/hooks';
import type { Conversation } from '../api/types.ts';
import { type Resource, useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';

/** Messages that are shown at a time. */
export const PAGE = 200;

/** The part of a conversation that is shown. */
interface ShownConversation {
  readonly resource: Resource<Conversation>;
  /** Where the part begins; undefined while it follows the latest messages. */
  readonly from: number | undefined;
  /** Shows the part from an offset on, or the latest messages. */
  readonly show: (from: number | undefined) => void;
}

/**
 * Reads the latest messages of a conversation, or a part of it. A part that begins at a fixed offset does not move while
 * messages arrive; it may show more than a page of them, up to a page more.
 */
export function useConversation(number: string): ShownConversation {
  const [from, setFrom] = useState<number>();
  const limit = from === undefined ? PAGE : 2 * PAGE;
  const resource = useResource<Conversation>(
    `/handsets/${encodeURIComponent(number)}${query({ limit, offset: from })}`,
  );
  // Another part replaces this one once it has been read.
  const latest = useRef<Conversation | undefined>(undefined);
  latest.current = resource.data ?? latest.current;
  return { resource: { ...resource, data: latest.current }, from, show: setFrom };
}
