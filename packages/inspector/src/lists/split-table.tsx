import type { ComponentChildren } from 'preact';
import { go, type Parameters, type View } from '../routing/route.ts';
import { SearchedList, type SearchedListProps } from './searched-list.tsx';
import { useEscape } from './use-keys.ts';

type ListProps<Row> = Pick<
  SearchedListProps<Row>,
  'what' | 'label' | 'rows' | 'columns' | 'operators' | 'placeholder' | 'empty'
>;

interface SplitTableProps<Row> extends ListProps<Row> {
  readonly view: Extract<View, 'messages' | 'webhooks' | 'requests'>;
  /** The parameters of the address: the open row, the search and other filters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Name of the object beside the table. */
  readonly detailLabel: string;
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
  /** The open row, or the other object when no row is open. */
  readonly detail: (id: string | undefined, close: () => void) => ComponentChildren;
}

/** The rows of a narrow table have two lines. In rem. */
const ROW_HEIGHT = 2.25;
const NARROW_ROW_HEIGHT = 3.5;

/** A long list that is searched, newest first, with the open object beside it. Escape closes the object. */
export function SplitTable<Row>(props: SplitTableProps<Row>) {
  const { view, parameters, isOtherOpen = false } = props;
  const { id, q = '', ...filters } = parameters;
  const { total } = props.rows;
  const isOpen = id !== undefined || isOtherOpen;
  // Back undoes the opening of an object, but not each letter of a search, nor each row that the keys pass.
  const set = (changes: Parameters, replace = true) => go(view, { ...parameters, ...changes }, { replace });
  const close = () => set({ id: undefined });
  useEscape(isOpen, close);
  return (
    <div class={`split split-table ${isOpen ? 'split-open' : ''}`}>
      <section class="split-list" aria-label={props.label}>
        {props.above}
        <SearchedList
          {...props}
          q={q}
          onSearch={(text) => set({ q: text })}
          searchLabel={`Search ${view}`}
          isFiltered={Object.keys(filters).length > 0}
          onClear={() => go(view, { id }, { replace: true })}
          after={
            <>
              {props.filters}
              <span class="spacer" />
              <span class="dim" role="status">
                {total !== undefined && props.count(total)}
              </span>
              {total !== 0 && props.actions}
            </>
          }
          isExported
          label={`${props.label}, newest first`}
          layout={`grid-${view}`}
          rowHeight={ROW_HEIGHT}
          narrowRowHeight={NARROW_ROW_HEIGHT}
          selected={id}
          onSelect={(chosen) => set({ id: chosen }, isOpen)}
        />
      </section>
      {isOpen && (
        <section class="split-detail" aria-label={props.detailLabel} key={id}>
          {props.detail(id, close)}
        </section>
      )}
    </div>
  );
}
