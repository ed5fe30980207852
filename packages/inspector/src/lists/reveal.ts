import type { Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from '../live/rows.ts';

/** Where a list was scrolled to when the user left it: the state of an entry of the history has it by the list. */
interface Position {
  /** In rows, whose height follows the text and the width of the table. */
  readonly top: number;
  /** The length of the list at that time: rows that were added above move the position down. */
  readonly total: number;
}

interface Revealed {
  /** Identifies the table in the history. */
  readonly list: string;
  /** In pixels. */
  readonly rowHeight: number;
  readonly selected: string | undefined;
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
  { list, rowHeight, selected, onReveal }: Revealed,
): (id: string) => void {
  const total = rows.total ?? 0;
  const shown = useRef<string | undefined>(undefined);
  // A table that is hidden, as beside an open object on a narrow page, has no height and does not scroll.
  const isReady = rows.total !== undefined && (virtualizer.scrollRect?.height ?? 0) > 0;
  useLayoutEffect(() => {
    const position = isReady
      ? (history.state as Readonly<Record<string, Position>> | null)?.[list]
      : undefined;
    if (position === undefined) return;
    const added = rows.source.newestLast && position.top > 0 ? total - position.total : 0;
    virtualizer.scrollToOffset((position.top + added) * rowHeight);
    shown.current = selected;
  }, [isReady]);
  const { isScrolling, scrollOffset } = virtualizer;
  useEffect(() => {
    if (!isReady || isScrolling || scrollOffset === null) return;
    history.replaceState({ ...history.state, [list]: { top: scrollOffset / rowHeight, total } }, '');
  }, [isReady, isScrolling, scrollOffset]);
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
