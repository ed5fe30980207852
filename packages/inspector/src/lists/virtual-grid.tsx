import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from '../live/use-rows.ts';
import { stepOf } from './grid-keys.ts';
import { useReveal } from './reveal.ts';
import { isDialogOpen, useKeys } from './use-keys.ts';
import { OVERSCAN, useRowHeight, useVirtualRows } from './virtual-rows.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  /** Class of its cells. Columns of class `wide` are hidden in narrow tables. */
  readonly kind?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

/** Describes a row that the emulator no longer has. */
const GONE = 'No longer in the log';

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
  readonly idOf: (row: Row) => string;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Whether the column names are only for screen readers. */
  readonly headless?: boolean;
  /** Whether new rows are added at the top. The rows that the user reads then stay in their place. */
  readonly growsAtTop?: boolean;
}

/** A table of any length: only the rows near the visible ones are drawn. Arrow keys, Page, Home and End move through it, Enter to the open row. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, layout, rows, columns, idOf, selected } = props;
  const { headless = false, growsAtTop = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(box, {
    normal: props.rowHeight,
    narrow: props.narrowRowHeight ?? props.rowHeight,
  });
  const total = rows.total ?? 0;
  const isAway = (box.current?.scrollTop ?? 0) > 0;
  // At the top of the list, where no row is selected, the user follows new rows.
  const isAnchored = growsAtTop && (isAway || selected !== undefined);
  const virtualizer = useVirtualRows(box, { total, rowHeight, isAnchored });
  const shown = virtualizer.getVirtualItems().map(({ index }) => index);
  const [first = 0, last = -1] = [shown[0], shown.at(-1)];
  useEffect(() => rows.look(first, last), [rows.look, first, last, total]);
  const height = virtualizer.scrollRect?.height ?? 0;
  const slots = Math.ceil(height / rowHeight) + 2 + 2 * OVERSCAN;
  const isReading = isAway || selected !== undefined;
  useLayoutEffect(() => rows.hold?.(isReading), [rows.key, isReading]);

  const selectedAt = shown.find((index) => isSelected(rows.rowAt(index), idOf, selected));
  const active = useRef(0);
  if (selectedAt !== undefined) active.current = selectedAt;
  const show = (index: number) => {
    virtualizer.scrollToIndex(index);
  };
  // The selected row stays visible when the size of the table or of its text changes. Rows that become higher can push it
  // out of those that are drawn.
  const selectedBefore = useRef(selectedAt);
  useLayoutEffect(() => {
    const kept = selectedAt ?? selectedBefore.current;
    if (selected !== undefined && kept !== undefined) show(kept);
  }, [height, rowHeight]);
  useLayoutEffect(() => {
    selectedBefore.current = selectedAt;
  });
  // The row that the keys have moved to before it was read.
  const awaited = useRef<number | undefined>(undefined);
  const keepShown = useReveal(virtualizer, rows, {
    list: layout,
    rowHeight,
    selected,
    growsAtTop,
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
    show(target);
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
    const step = stepOf(event.key, Math.max(1, Math.floor(height / rowHeight) - 1), total);
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
  // A row has the same place, and so the same element, while rows are added before it. Elements are reused for other rows,
  // because moving an element is cheaper than creating one.
  const placeOf = (index: number) => (growsAtTop ? total - 1 - index : index);
  const rowId = (index: number) => `${layout}-row-${placeOf(index)}`;
  const styleOf = (index: number) => ({
    height: `${rowHeight}px`,
    transform: `translateY(${(growsAtTop ? -1 : 1) * placeOf(index) * rowHeight}px)`,
  });
  return (
    <div
      class={`grid ${layout}`}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-activedescendant={selectedAt === undefined ? undefined : rowId(selectedAt)}
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
        class={growsAtTop ? 'grid-body grows-at-top' : 'grid-body'}
        style={{ height: `${total * rowHeight}px`, '--row-height': `${rowHeight}px` }}
      >
        {shown.map((index) => {
          const row = rows.rowAt(index);
          const isGone = row !== undefined && rows.isGone?.(row) === true;
          return (
            // The table handles the keys, because it has the focus.
            <div
              role="row"
              class={isGone ? 'grid-row gone' : 'grid-row'}
              title={isGone ? GONE : undefined}
              aria-description={isGone ? GONE : undefined}
              id={rowId(index)}
              key={placeOf(index) % slots}
              aria-rowindex={index + 2}
              aria-selected={index === selectedAt}
              style={styleOf(index)}
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

/** Moves the focus to the first control of the open object beside the list. */
function focusDetail(box: HTMLElement | null): void {
  const detail = box?.closest('.split-list')?.nextElementSibling;
  const controls = [...(detail?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  controls.find((control) => control.checkVisibility())?.focus();
}

function isSelected<Row>(row: Row | undefined, idOf: (row: Row) => string, selected: string | undefined) {
  return row !== undefined && selected !== undefined && idOf(row) === selected;
}
