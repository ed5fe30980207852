import type { ComponentChildren } from 'preact';
import type { Rows } from '../live/use-rows.ts';
import { LiveGrid } from './live-grid.tsx';
import { useEscape } from './use-keys.ts';
import type { Column } from './virtual-grid.tsx';

interface SplitTableProps<Row> {
  /** Name of the rows. */
  readonly label: string;
  /** Name of one row. */
  readonly detailLabel: string;
  /** The class of the table. */
  readonly layout: string;
  /** The height of rows in a narrow table, in rem, where they have two lines; default: as in a wide one. */
  readonly narrowRowHeight?: number;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** The row that is open beside the table. */
  readonly openId: string | undefined;
  /** Whether another object than a row is open beside the table. */
  readonly isOtherOpen?: boolean;
  /** Opens another row, or none. With `replace`, it replaces the open one in the history. */
  readonly onOpen: (id: string | undefined, replace: boolean) => void;
  /** Content above the bar. */
  readonly above?: ComponentChildren;
  /** Search and filters. */
  readonly bar: ComponentChildren;
  /** Beside the number of rows, such as a menu for all of them. */
  readonly actions?: ComponentChildren;
  /** The number of rows, in words. */
  readonly count: (total: number) => string;
  /** A note that covers the end of the table, so that it does not move the rows. */
  readonly note?: ComponentChildren;
  /** Shown instead of a table that is empty, or whose search is refused. */
  readonly empty: ComponentChildren;
  /** The open row, or the other object when no row is open. */
  readonly detail: (id: string | undefined, close: () => void) => ComponentChildren;
}

/** A long list, newest first, with the open object beside it. Escape closes the object. */
export function SplitTable<Row>({
  label,
  detailLabel,
  openId,
  isOtherOpen = false,
  onOpen,
  above,
  bar,
  actions,
  count,
  note,
  empty,
  detail,
  ...table
}: SplitTableProps<Row>) {
  const { total, problem } = table.rows;
  const isOpen = openId !== undefined || isOtherOpen;
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
            {total !== undefined && count(total)}
          </span>
          {total !== 0 && actions}
        </div>
        {total === 0 || problem !== undefined ? (
          empty
        ) : (
          <LiveGrid
            {...table}
            label={`${label}, newest first`}
            rowHeight={2.25}
            selected={openId}
            onSelect={(chosen) => onOpen(chosen, isOpen)}
            growsAtTop
          />
        )}
        {note}
      </section>
      {isOpen && (
        <section class="split-detail" aria-label={detailLabel} key={openId}>
          {detail(openId, close)}
        </section>
      )}
    </div>
  );
}
