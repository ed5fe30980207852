import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { remInPixels } from '../components/rem.ts';
import { useRedraw } from '../live/use-redraw.ts';

/** Rows drawn beyond the visible ones, because the rows that the user scrolls to in one frame must be there already. */
export const OVERSCAN = 26;

/** A table up to this width, in rem, is narrow: the same width as in the style sheets. */
const NARROW = 30;

/** The height of rows, in rem: rows follow the size of the text. */
interface RowHeights {
  readonly normal: number;
  /** The height in a narrow table, which can show a row in two lines. */
  readonly narrow: number;
}

type Box = RefObject<HTMLDivElement | null>;

interface VirtualRowsProps {
  readonly total: number;
  /** In pixels. */
  readonly rowHeight: number;
  /** Whether the visible rows stay in their place while rows are added above them. */
  readonly isAnchored: boolean;
}

/** Decides which rows of a table are drawn, and scrolls to rows. */
export function useVirtualRows(
  box: Box,
  { total, rowHeight, isAnchored }: VirtualRowsProps,
): Virtualizer<HTMLDivElement, Element> {
  const redraw = useRedraw();
  const head = headHeight(box.current);
  // A row has the same key while rows are added before it.
  const getItemKey = useCallback((index: number) => total - index, [total]);
  const options = {
    count: total,
    getItemKey,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: OVERSCAN,
    anchorTo: isAnchored ? 'end' : 'start',
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: redraw,
  } as const;
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // The first visible row stays the same when the height of the rows changes.
  const before = useRef(rowHeight);
  useLayoutEffect(() => {
    const top = (virtualizer.scrollOffset ?? 0) * (rowHeight / before.current);
    before.current = rowHeight;
    virtualizer.measure();
    virtualizer.scrollToOffset(top);
  }, [rowHeight]);
  return virtualizer;
}

/** The height of a row in pixels. It follows the size of the text and the width of the table. */
export function useRowHeight(box: Box, { normal, narrow }: RowHeights): number {
  const [height, setHeight] = useState(normal * 16);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = () => {
      const rem = remInPixels();
      setHeight(rem * (element.clientWidth <= NARROW * rem ? narrow : normal));
    };
    // The observer would report the first size too late: a position is restored with the height of the first rows.
    read();
    const resized = new ResizeObserver(read);
    resized.observe(element);
    // The head grows with the size of the text.
    const head = element.querySelector('.grid-row');
    if (head !== null) resized.observe(head);
    return () => resized.disconnect();
  }, []);
  return height;
}

function headHeight(box: HTMLDivElement | null): number {
  return box?.querySelector<HTMLElement>('.grid-head')?.offsetHeight ?? 0;
}
