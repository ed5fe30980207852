import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rows } from '../live/use-rows.ts';
import { onLeave, positionOf } from '../routing/positions.ts';
import { remInPixels } from './rem.ts';

type Box = RefObject<HTMLDivElement | null>;

/** Rows drawn beyond the visible ones, because the rows that the user scrolls to in one frame must be there already. */
const OVERSCAN = 12;
/**
 * The same in the direction of a fast scroll, in multiples of the last frame's distance, in steps and at most. Their number
 * rarely changes, because all rows are then drawn again.
 */
const AHEAD_FACTOR = 1.5;
const AHEAD_STEP = 8;
const MOST_AHEAD = 40;

/** A table up to this width, in rem, is narrow: the same width as in the style sheets. */
const NARROW = 30;

/** The height of rows, in rem: rows follow the size of the text. */
interface RowHeights {
  readonly normal: number;
  /** The height in a narrow table, which can show a row in two lines. */
  readonly narrow: number;
}

/** The scroll position of a table. */
export interface GridScroll {
  readonly box: Box;
  /** 0 before the table is measured, and while it is hidden. */
  readonly height: number;
  /** The height of a row, in pixels. */
  readonly rowHeight: number;
  /** Whether the user has scrolled away from the first row. */
  readonly isAway: boolean;
  /** The rows to draw when a number of pixels were added above them, and the number of elements for them. */
  readonly drawn: (
    total: number,
    added: number,
  ) => { readonly first: number; readonly last: number; readonly slots: number };
  /** Scrolls by a number of pixels that were added above the visible rows. */
  readonly shift: (added: number) => void;
}

interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
  /** Pixels of a rem. */
  readonly rem: number;
  /** The distance of the latest scroll. */
  readonly moved: number;
}

/** Follows the scroll position and the size of a table. */
export function useScroll({ normal, narrow }: RowHeights): GridScroll {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ top: 0, height: 0, width: 0, rem: 16, moved: 0 });
  // A shift of the rows that is drawn already must not draw them again.
  const shifted = useRef(0);
  const { height, moved } = view;
  const top = view.top + shifted.current;
  const heightOf = (size: Pick<View, 'width' | 'rem'>) =>
    size.rem * (size.width <= NARROW * size.rem ? narrow : normal);
  const rowHeight = heightOf(view);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = () => {
      const { scrollTop, clientHeight: height, clientWidth: width } = element;
      const rem = remInPixels();
      setView((before) => {
        const moved = scrollTop - before.top - shifted.current;
        const isSame = before.height === height && before.width === width && before.rem === rem;
        if (moved === 0 && isSame) return before;
        shifted.current = 0;
        // The first visible row stays the same when the height of the rows changes.
        const growth = before.height === 0 ? 1 : heightOf({ width, rem }) / heightOf(before);
        return { top: scrollTop * growth, height, width, rem, moved: growth === 1 ? moved : 0 };
      });
    };
    // The observer would report the first size too late: a position is restored with the height of the first rows.
    read();
    const resized = new ResizeObserver(read);
    resized.observe(element);
    // The head grows with the size of the text.
    const head = element.querySelector('.grid-row');
    if (head !== null) resized.observe(head);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = top;
  }, [rowHeight]);
  const distance = (Math.abs(moved) * AHEAD_FACTOR) / rowHeight - OVERSCAN;
  const ahead = Math.min(MOST_AHEAD, AHEAD_STEP * Math.max(0, Math.ceil(distance / AHEAD_STEP)));
  const slots = Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN + ahead;
  const drawn = (total: number, added: number) => {
    const begin = Math.floor((top + added) / rowHeight) - OVERSCAN - (moved < 0 ? ahead : 0);
    const first = Math.max(0, Math.min(begin, total - slots));
    return { first, last: Math.min(total, first + slots) - 1, slots };
  };
  const shift = (added: number) => {
    if (box.current === null) return;
    shifted.current += added;
    box.current.scrollTop += added;
  };
  return { box, height, rowHeight, isAway: top > 0, drawn, shift };
}

/**
 * Keeps the rows that the user reads in their place while rows are added above them. At the top of the list, where no
 * row is selected, the user follows new rows instead.
 *
 * @returns The height of the rows that this render adds above the visible ones, in pixels.
 */
export function usePlaceKept(
  { isAway, rowHeight, shift }: GridScroll,
  { key, total }: Pick<Rows<unknown>, 'key' | 'total'>,
  growsAtTop: boolean,
  isReading: boolean,
): number {
  const before = useRef({ key, total });
  const { key: keyBefore, total: totalBefore } = before.current;
  const grown = keyBefore === key ? (total ?? 0) - (totalBefore ?? total ?? 0) : 0;
  const added = growsAtTop && grown > 0 && (isAway || isReading) ? grown * rowHeight : 0;
  useLayoutEffect(() => {
    before.current = { key, total };
    if (added > 0) shift(added);
  }, [key, total]);
  return added;
}

interface Revealed {
  /** Identifies the table in the history. */
  readonly list: string;
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
  { box, height, rowHeight }: GridScroll,
  rows: Rows<Row>,
  { list, selected, growsAtTop, onReveal }: Revealed,
): (id: string) => void {
  const total = useRef(0);
  total.current = rows.total ?? 0;
  const shown = useRef<string | undefined>(undefined);
  const latestRowHeight = useRef(rowHeight);
  latestRowHeight.current = rowHeight;
  const isReady = height > 0 && rows.total !== undefined;
  useEffect(() => {
    const read = () => ({
      top: (box.current?.scrollTop ?? 0) / latestRowHeight.current,
      total: total.current,
    });
    return onLeave(list, read);
  }, [list]);
  useLayoutEffect(() => {
    const position = isReady ? positionOf(list) : undefined;
    if (position === undefined || box.current === null) return;
    const added = growsAtTop && position.top > 0 ? total.current - position.total : 0;
    box.current.scrollTop = (position.top + added) * rowHeight;
    shown.current = selected;
  }, [isReady]);
  useEffect(() => {
    if (!isReady || selected === shown.current) return undefined;
    shown.current = selected;
    if (selected === undefined) return undefined;
    let isObsolete = false;
    void rows.locate(selected).then((index) => {
      if (isObsolete || index === undefined || box.current === null) return;
      revealRow(box.current, index, latestRowHeight.current);
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

/** Scrolls a row that is not visible to the middle. */
function revealRow(box: HTMLDivElement, index: number, rowHeight: number): void {
  const head = headHeight(box);
  const top = index * rowHeight;
  if (top >= box.scrollTop && top + rowHeight <= box.scrollTop + box.clientHeight - head) return;
  box.scrollTop = top - (box.clientHeight - head - rowHeight) / 2;
}

/** Scrolls as little as necessary to show a row. */
export function scrollToRow(box: HTMLDivElement, index: number, rowHeight: number): void {
  const top = index * rowHeight;
  const height = box.clientHeight - headHeight(box);
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + height) box.scrollTop = top + rowHeight - height;
}

function headHeight(box: HTMLDivElement): number {
  return box.querySelector<HTMLElement>('.grid-head')?.offsetHeight ?? 0;
}
