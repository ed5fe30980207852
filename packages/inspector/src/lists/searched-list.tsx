import type { ComponentChildren } from 'preact';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/loading.tsx';
import { ExportButtons } from '../export/export-buttons.tsx';
import { FindField } from '../find/find-field.tsx';
import type { Operator } from '../find/operators.ts';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

export interface SearchedListProps<Row> extends VirtualGridProps<Row> {
  /** One of the rows, such as `message`. */
  readonly what: string;
  /** The search in the address. */
  readonly q: string;
  /** Puts a search into the address while the user types. */
  readonly onSearch: (q: string | undefined) => void;
  /** Called with the whole text when the user presses Enter. */
  readonly onEnter?: (typed: string) => void;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** The operators of the search. */
  readonly operators: readonly Operator[];
  /** Whether something else than the search limits the list; default: nothing. */
  readonly isFiltered?: boolean;
  /** Removes the search, and everything else that limits the list. */
  readonly onClear: () => void;
  /** Content of the bar before the search field, and after it. */
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
  /** Whether the rows can be saved as a file. */
  readonly isExported?: boolean;
  /** Shown while the emulator does not have any of these objects. */
  readonly empty: ComponentChildren;
  /** Shown below the note that nothing matches. */
  readonly instead?: ComponentChildren;
}

/** A long list with its search. A search that finds nothing, and a list without rows, say so, and so does one that cannot be read. */
export function SearchedList<Row>(props: SearchedListProps<Row>) {
  const { rows, what, q, isFiltered = false, isExported = false, onClear } = props;
  const { total, error, problem } = rows;
  return (
    <>
      <div class="bar">
        {props.before}
        <FindField
          label={props.searchLabel}
          placeholder={props.placeholder}
          operators={props.operators}
          q={q}
          problem={problem}
          onSearch={props.onSearch}
          onEnter={props.onEnter}
        />
        {props.after}
        {isExported && total !== 0 && <ExportButtons source={rows.source} />}
      </div>
      {total !== 0 && problem === undefined ? (
        <>
          {(total !== undefined || error === undefined) && <VirtualGrid {...props} />}
          <Failure of={{ data: total, error, isGone: false, refresh: () => rows.refresh() }} />
        </>
      ) : isFiltered || q.trim() !== '' ? (
        <>
          <NothingMatches what={what} problem={problem} onClear={onClear} />
          {props.instead}
        </>
      ) : (
        props.empty
      )}
    </>
  );
}

interface NothingMatchesProps {
  /** One entry of the list, such as `message`. */
  readonly what: string;
  /** Why the emulator refuses the search; undefined when it only finds nothing. */
  readonly problem: string | undefined;
  readonly onClear: () => void;
}

/** In place of a list whose search finds nothing, which is different from a list that has nothing. */
function NothingMatches({ what, problem, onClear }: NothingMatchesProps) {
  return (
    <EmptyState title={problem === undefined ? `No ${what} matches` : 'The search cannot be read'}>
      <p>
        All words and filters must match. Quotes find a phrase, and a minus excludes, as in{' '}
        <code>"ready to collect" -test</code>.
      </p>
      <button type="button" onClick={onClear}>
        Clear the search
      </button>
    </EmptyState>
  );
}
