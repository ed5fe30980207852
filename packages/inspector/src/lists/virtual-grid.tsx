import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from '../live/rows.ts';
import { useReveal } from './reveal.ts';
import { isDialogOpen, useKeys } from './use-keys.ts';
import { useVirtualRows } from './virtual-rows.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  /** Class of its cells. Columns of class `wide` are hidden in narrow tables. */
  readonly kind?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface VirtualGridProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  /** Class that sets the widths of the columns. */
  readonly layout: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  /** The height of rows, in rem. */
  readonly rowHeight: number;
  /** The same in a narrow table; default: the same. */
  readonly narrowRowHeight?: number | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Whether the column names are only for screen readers. */
  readonly headless?: boolean;
}

/** A table of any length: only the rows near the visible ones are drawn. Arrow keys, Page, Home and End move through it, Enter to the open row. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, layout, rows, columns, selected, headless = false } = props;
  const { idOf, newestLast } = rows.source;
  const box = useRef<HTMLDivElement>(null);
  const total = rows.total ?? 0;
  const isAway = (box.current?.scrollTop ?? 0) > 0;
  const { virtualizer, rowHeight } = useVirtualRows(box, {
    total,
    shift: rows.shift,
    height: props.rowHeight,
    narrowHeight: props.narrowRowHeight ?? props.rowHeight,
    // At the top of the list, the user follows new rows, unless an object is open beside a list of them.
    isAnchored: isAway || (newestLast && selected !== undefined),
  });
  const items = virtualizer.getVirtualItems();
  const [first = 0, last = -1] = [items[0]?.index, items.at(-1)?.index];
  useEffect(() => rows.look(first, last), [rows, first, last, total]);
  const height = virtualizer.scrollRect?.height ?? 0;

  const selectedItem = items.find(({ index }) => {
    const row = rows.rowAt(index);
    return row !== undefined && idOf(row) === selected;
  });
  const active = useRef(0);
  active.current = selectedItem?.index ?? active.current;
  // The selected row stays visible when the size of the table or of its text changes. Rows that become higher can push it
  // out of those that are drawn.
  const selectedBefore = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const kept = selectedItem?.index ?? selectedBefore.current;
    if (selected !== undefined && kept !== undefined) virtualizer.scrollToIndex(kept);
  }, [height, rowHeight]);
  useLayoutEffect(() => {
    selectedBefore.current = selectedItem?.index;
  });
  // The row that the keys have moved to before it was read.
  const awaited = useRef<number | undefined>(undefined);
  const keepShown = useReveal(virtualizer, rows, {
    list: layout,
    rowHeight,
    selected,
    onReveal: (index) => {
      active.current = index;
    },
  });
  const select = (row: Row) => {
    keepShown(idOf(row));
    props.onSelect(idOf(row));
  };
  const moveTo = (index: number) => {
    const target = Math.max(0, Math.min(total - 1, index));
    active.current = target;
    virtualizer.scrollToIndex(target);
    const row = rows.rowAt(target);
    awaited.current = row === undefined ? target : undefined;
    if (row !== undefined) select(row);
  };
  useEffect(() => {
    if (awaited.current !== undefined && rows.rowAt(awaited.current) !== undefined) moveTo(awaited.current);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Otherwise the key would also press the control that gets the focus.
      event.preventDefault();
      focusDetail(box.current);
    }
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total, End: total }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(selected === undefined && Math.abs(step) === 1 ? active.current : active.current + step);
  };
  // After a view was opened, the focus is on the view itself: the arrows then begin with its list.
  useKeys((event) => {
    const isOnView = event.target instanceof Element && event.target.matches('body, main');
    if (!isOnView || isDialogOpen() || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    box.current?.focus();
    onKeyDown(event);
  });
  return (
    <div
      class={`grid ${layout}`}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-activedescendant={selectedItem && `${layout}-row-${selectedItem.key}`}
      tabIndex={0}
      ref={box}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" class={headless ? 'visually-hidden' : 'grid-head'}>
        <div role="row" aria-rowindex={1} class="grid-row">
          {columns.map(({ name, kind = '' }) => (
            <span role="columnheader" class={kind} key={name}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        class="grid-body"
        style={{ height: `${total * rowHeight}px`, '--row-height': `${rowHeight}px` }}
      >
        {items.map(({ index, key }) => {
          const row = rows.rowAt(index);
          return (
            // The table handles the keys, because it has the focus.
            <div
              role="row"
              class="grid-row"
              id={`${layout}-row-${key}`}
              key={slotOf(Number(key), items.length)}
              aria-rowindex={index + 2}
              aria-selected={index === selectedItem?.index}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              onClick={() => {
                awaited.current = undefined;
                if (row !== undefined) select(row);
              }}
            >
              {columns.map(({ name, kind = '', cell }) => (
                <span role="gridcell" class={kind} key={name}>
                  {row === undefined ? <span class="loading" /> : cell(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * The place of a row among those that are drawn. Rows that come into view get the elements of those that go out of view,
 * because creating elements takes three times as long.
 */
function slotOf(key: number, drawn: number): number {
  return ((key % drawn) + drawn) % drawn;
}

/** Moves the focus to the first control of the open object beside the list. */
function focusDetail(box: HTMLElement | null): void {
  const detail = box?.closest('.split-list')?.nextElementSibling;
  const controls = [...(detail?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  controls.find((control) => control.checkVisibility())?.focus();
}
