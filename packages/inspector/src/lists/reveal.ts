import type { Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from '../live/use-rows.ts';
import { onLeave, positionOf } from '../routing/positions.ts';

interface Revealed {
  /** Identifies the table in the history. */
  readonly list: string;
  /** In pixels. */
  readonly rowHeight: number;
  readonly selected: string | undefined;
  readonly growsAtTop: boolean;
  /** Called with the position of a row that was scrolled to. */
  readonly onReveal: (index: number) => void;
}

/**
 * Scrolls to where the user left the list when the browser goes back to it, and to the selected row when a link has
 * selected it. Returns a function that takes note of a row that the user selects in the table itself.
 */
export function useReveal<Row>(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: Rows<Row>,
  { list, rowHeight, selected, growsAtTop, onReveal }: Revealed,
): (id: string) => void {
  const latest = useRef({ total: 0, rowHeight });
  latest.current = { total: rows.total ?? 0, rowHeight };
  const shown = useRef<string | undefined>(undefined);
  // A table that is hidden, as beside an open object on a narrow page, has no height and does not scroll.
  const isReady = rows.total !== undefined && (virtualizer.scrollRect?.height ?? 0) > 0;
  useEffect(() => {
    const read = () => ({
      top: (virtualizer.scrollOffset ?? 0) / latest.current.rowHeight,
      total: latest.current.total,
    });
    return onLeave(list, read);
  }, [list]);
  useLayoutEffect(() => {
    const position = isReady ? positionOf(list) : undefined;
    if (position === undefined) return;
    const added = growsAtTop && position.top > 0 ? latest.current.total - position.total : 0;
    virtualizer.scrollToOffset((position.top + added) * rowHeight);
    shown.current = selected;
  }, [isReady]);
  useEffect(() => {
    if (!isReady || selected === shown.current) return undefined;
    shown.current = selected;
    if (selected === undefined) return undefined;
    let isObsolete = false;
    void rows.locate(selected).then((index) => {
      if (isObsolete || index === undefined) return;
      if (!isVisible(virtualizer, index)) virtualizer.scrollToIndex(index, { align: 'center' });
      onReveal(index);
    });
    return () => {
      isObsolete = true;
    };
  }, [isReady, selected]);
  return (id) => {
    shown.current = id;
  };
}

function isVisible(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  const { range } = virtualizer;
  return range !== null && index > range.startIndex && index < range.endIndex;
}
