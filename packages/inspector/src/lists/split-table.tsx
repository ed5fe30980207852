import type { ComponentChildren } from 'preact';
import { ExportButtons } from '../export/export-buttons.tsx';
import { FindField } from '../find/find-field.tsx';
import { NothingMatches } from '../find/nothing-matches.tsx';
import type { Operator } from '../find/operators.ts';
import type { Rows } from '../live/rows.ts';
import { go, type Parameters, type View } from '../routing/route.ts';
import { useEscape } from './use-keys.ts';
import { type Column, LiveGrid } from './virtual-grid.tsx';

interface SplitTableProps<Row> {
  readonly view: Extract<View, 'messages' | 'webhooks' | 'requests'>;
  /** The parameters of the address: the open row, the search and other filters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Name of the rows. */
  readonly label: string;
  /** Name of one row, such as `message`. */
  readonly what: string;
  /** Name of the object beside the table. */
  readonly detailLabel: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  /** The operators of its search. */
  readonly operators: readonly Operator[];
  readonly placeholder: string;
  /** Whether another object than a row is open beside the table. */
  readonly isOtherOpen?: boolean;
  /** Content above the bar. */
  readonly above?: ComponentChildren;
  /** Filters beside the search. */
  readonly filters?: ComponentChildren;
  /** Buttons for all rows. */
  readonly actions?: ComponentChildren;
  /** The number of rows, in words. */
  readonly count: (total: number) => string;
  /** Shown while the emulator has no such object. */
  readonly empty: ComponentChildren;
  /** The open row, or the other object when no row is open. */
  readonly detail: (id: string | undefined, close: () => void) => ComponentChildren;
}

/** The rows of a narrow table have two lines. In rem. */
const ROW_HEIGHT = 2.25;
const NARROW_ROW_HEIGHT = 3.5;

/** A long list that is searched, newest first, with the open object beside it. Escape closes the object. */
export function SplitTable<Row>(props: SplitTableProps<Row>) {
  const { view, parameters, label, what, rows, isOtherOpen = false } = props;
  const { id, ...filters } = parameters;
  const { total, problem } = rows;
  const isOpen = id !== undefined || isOtherOpen;
  // Back undoes the opening of an object, but not each letter of a search, nor each row that the keys pass.
  const set = (changes: Parameters, replace = true) => go(view, { ...parameters, ...changes }, { replace });
  const close = () => set({ id: undefined });
  useEscape(isOpen, close);
  const isFiltered = Object.values(filters).some((value) => value.trim() !== '');
  const nothing = isFiltered ? (
    <NothingMatches what={what} problem={problem} onClear={() => go(view, { id }, { replace: true })} />
  ) : (
    props.empty
  );
  return (
    <div class={`split split-table ${isOpen ? 'split-open' : ''}`}>
      <section class="split-list" aria-label={label}>
        {props.above}
        <div class="bar">
          <FindField
            label={`Search ${view}`}
            placeholder={props.placeholder}
            operators={props.operators}
            q={filters.q ?? ''}
            problem={problem}
            onSearch={(q) => set({ q })}
          />
          {props.filters}
          <span class="spacer" />
          <span class="dim" role="status">
            {total !== undefined && props.count(total)}
          </span>
          {total !== 0 && (
            <>
              {props.actions}
              <ExportButtons source={rows.source} />
            </>
          )}
        </div>
        {total === 0 || problem !== undefined ? (
          nothing
        ) : (
          <LiveGrid
            label={`${label}, newest first`}
            layout={`grid-${view}`}
            rows={rows}
            columns={props.columns}
            rowHeight={ROW_HEIGHT}
            narrowRowHeight={NARROW_ROW_HEIGHT}
            selected={id}
            onSelect={(chosen) => set({ id: chosen }, isOpen)}
          />
        )}
      </section>
      {isOpen && (
        <section class="split-detail" aria-label={props.detailLabel} key={id}>
          {props.detail(id, close)}
        </section>
      )}
    </div>
  );
}
