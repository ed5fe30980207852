import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Rows } from '../live/use-rows.ts';
import { type Column, VirtualGrid } from './virtual-grid.tsx';

interface SplitTableProps<Row> {
  /** What the rows are. */
  readonly label: string;
  /** What one of them is. */
  readonly detailLabel: string;
  /** The class of the table. */
  readonly layout: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** Which one is open beside the table. */
  readonly openId: string | undefined;
  /** Opens another, or none; in place of the one that is open where there is one. */
  readonly onOpen: (id: string | undefined, replace: boolean) => void;
  /** What stands above the bar. */
  readonly above?: ComponentChildren;
  /** What narrows the rows down. */
  readonly bar: ComponentChildren;
  /** How many rows there are, in words. */
  readonly count: (total: number) => string;
  /** What stands in the table's place when there are none. */
  readonly empty: ComponentChildren;
  readonly detail: (id: string, close: () => void) => ComponentChildren;
}

/** A long list, newest first, and beside it the one that is open; Escape closes it. */
export function SplitTable<Row>({
  label,
  detailLabel,
  layout,
  rows,
  columns,
  idOf,
  openId,
  onOpen,
  above,
  bar,
  count,
  empty,
  detail,
}: SplitTableProps<Row>) {
  const isOpen = openId !== undefined;
  const close = () => onOpen(undefined, true);
  useEscape(isOpen, close);
  return (
    <div class={`split split-table ${isOpen ? 'split-open' : ''}`}>
      <section class="split-list" aria-label={label}>
        {above}
        <div class="bar">
          {bar}
          <span class="spacer" />
          <span class="dim" role="status">
            {rows.total !== undefined && count(rows.total)}
          </span>
        </div>
        {rows.total === 0 ? (
          empty
        ) : (
          <VirtualGrid
            label={`${label}, newest first`}
            layout={layout}
            rows={rows}
            columns={columns}
            rowHeight={36}
            idOf={idOf}
            selected={openId}
            onSelect={(chosen) => onOpen(chosen, isOpen)}
            growsAtTop
          />
        )}
      </section>
      {isOpen && (
        <section class="split-detail" aria-label={detailLabel} key={openId}>
          {detail(openId, close)}
        </section>
      )}
    </div>
  );
}

/** The key Escape closes what is open, unless a dialog is. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
