import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rows } from '../live/use-rows.ts';
import { EmptyState } from './empty-state.tsx';
import { stepOf } from './grid-keys.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  /** Class of its cells; `wide` ones are left out where there is little room. */
  readonly kind?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface VirtualGridProps<Row> {
  /** What the table is of, for screen readers. */
  readonly label: string;
  /** Class that sets the widths of the columns. */
  readonly layout: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowHeight: number;
  readonly idOf: (row: Row) => string;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Whether column names are shown; they are there for screen readers anyway. */
  readonly headless?: boolean;
  /** Whether new rows come first, so that one who reads further down must not lose the place. */
  readonly growsAtTop?: boolean;
}

const OVERSCAN = 6;

/** A table of any length: only the rows that are looked at are drawn. Arrow keys, Page, Home and End move through it. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { total, error } = props.rows;
  // Rows that were read stay, even when the emulator is gone.
  if (total === undefined && error !== undefined) return <EmptyState title={error} />;
  return <Grid {...props} />;
}

function Grid<Row>(props: VirtualGridProps<Row>) {
  const { label, layout, rows, columns, rowHeight, idOf, selected, headless = false } = props;
  const { box, top, height } = useScroll();
  const total = rows.total ?? 0;
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN);
  const last = Math.min(total - 1, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  useEffect(() => rows.look(first, last), [rows.look, first, last, total]);
  usePlaceKept(box, total, props.growsAtTop === true, rowHeight);

  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const selectedAt = shown.find((index) => isSelected(rows.rowAt(index), idOf, selected));
  const active = useRef(0);
  if (selectedAt !== undefined) active.current = selectedAt;
  // Where the keys have gone to before its row had been read.
  const awaited = useRef<number | undefined>(undefined);

  const moveTo = (index: number) => {
    const target = Math.max(0, Math.min(total - 1, index));
    active.current = target;
    if (box.current !== null) scrollTo(box.current, target, rowHeight);
    const row = rows.rowAt(target);
    awaited.current = row === undefined ? target : undefined;
    if (row !== undefined) props.onSelect(idOf(row));
  };
  useEffect(() => {
    if (awaited.current !== undefined && rows.rowAt(awaited.current) !== undefined) moveTo(awaited.current);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, Math.max(1, Math.floor(height / rowHeight) - 1), total);
    if (step === undefined) return;
    event.preventDefault();
    moveTo(selected === undefined && Math.abs(step) === 1 ? active.current : active.current + step);
  };
  // Slots are used again for other rows: moving a node costs less than making one.
  const slots = Math.max(1, shown.length);
  const rowId = (index: number) => `${layout}-row-${index}`;
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
      <div role="rowgroup" class="grid-body" style={{ height: `${total * rowHeight}px` }}>
        {shown.map((index) => {
          const row = rows.rowAt(index);
          return (
            // The table has the keys, since it has the focus.
            <div
              role="row"
              class="grid-row"
              id={rowId(index)}
              key={index % slots}
              aria-rowindex={index + 2}
              aria-selected={index === selectedAt}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              onClick={() => {
                awaited.current = undefined;
                if (row !== undefined) props.onSelect(idOf(row));
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

function isSelected<Row>(row: Row | undefined, idOf: (row: Row) => string, selected: string | undefined) {
  return row !== undefined && selected !== undefined && idOf(row) === selected;
}

/** Where the table is scrolled to, and how much of it is seen. */
function useScroll() {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(read);
    resized.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  return { box, ...view };
}

/** Rows that come in above push down what is read; the table scrolls along. */
function usePlaceKept(
  box: { readonly current: HTMLDivElement | null },
  total: number,
  isWanted: boolean,
  rowHeight: number,
): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const grown = total - before.current;
    before.current = total;
    if (isWanted && grown > 0 && box.current !== null && box.current.scrollTop > 0)
      box.current.scrollTop += grown * rowHeight;
  }, [total]);
}

function scrollTo(box: HTMLDivElement, index: number, rowHeight: number): void {
  const head = box.querySelector('.grid-head')?.clientHeight ?? 0;
  const top = index * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + box.clientHeight - head)
    box.scrollTop = top + rowHeight - box.clientHeight + head;
}
