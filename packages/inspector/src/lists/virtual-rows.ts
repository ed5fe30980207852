import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { remInPixels } from '../components/rem.ts';
import { useRedraw } from '../listeners.ts';

/** Rows drawn beyond the visible ones, because the rows that the user scrolls to in one frame must be there already. */
const OVERSCAN = 26;

/** A table up to this width, in rem, is narrow: the same width as in the style sheets. */
const NARROW = 30;

/** How soon a table that does not move has ended its scrolling. */
const STILL_AFTER_MS = 50;

interface VirtualRowsProps {
  readonly total: number;
  /** How far the rows that the user reads have moved down, because others were added above them. */
  readonly shift: number;
  /** The height of rows in rem, because rows follow the size of the text. */
  readonly height: number;
  /** The height in a narrow table, which can show a row in two lines. */
  readonly narrowHeight: number;
  /** Whether the visible rows stay in their place while rows are added above them. */
  readonly isAnchored: boolean;
}

interface VirtualRows {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** In pixels. */
  readonly rowHeight: number;
}

/** Decides which rows of a table are drawn, and how high they are. */
export function useVirtualRows(
  box: RefObject<HTMLDivElement | null>,
  { total, shift, height, narrowHeight, isAnchored }: VirtualRowsProps,
): VirtualRows {
  const redraw = useRedraw();
  const rem = remInPixels();
  const isNarrow = box.current !== null && box.current.clientWidth <= NARROW * rem;
  const rowHeight = (isNarrow ? narrowHeight : height) * rem;
  const head = box.current?.querySelector<HTMLElement>('.grid-head')?.offsetHeight ?? 0;
  // A row has the same key while others are added above it.
  const getItemKey = useCallback((index: number) => index - shift, [shift]);
  const options = {
    count: total,
    getItemKey,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: OVERSCAN,
    anchorTo: isAnchored ? 'end' : 'start',
    isScrollingResetDelay: STILL_AFTER_MS,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: redraw,
  } as const;
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // The size of the text can change without that of the table. The head follows the text.
  useLayoutEffect(() => {
    const head = box.current?.querySelector('.grid-row');
    const resized = new ResizeObserver(redraw);
    if (head) resized.observe(head);
    return () => resized.disconnect();
  }, []);
  // The first visible row stays the same when the height of the rows changes.
  const before = useRef(rowHeight);
  useLayoutEffect(() => {
    const top = (virtualizer.scrollOffset ?? 0) * (rowHeight / before.current);
    before.current = rowHeight;
    virtualizer.measure();
    virtualizer.scrollToOffset(top);
  }, [rowHeight]);
  return { virtualizer, rowHeight };
}
