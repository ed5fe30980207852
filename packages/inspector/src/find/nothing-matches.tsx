import { EmptyState } from '../components/empty-state.tsx';

interface NothingMatchesProps {
  /** One entry of the list, such as `message`. */
  readonly what: string;
  /** Why the emulator refuses the search; undefined when it only finds nothing. */
  readonly problem: string | undefined;
  readonly onClear: () => void;
}

/** In place of a list whose search finds nothing, which is different from a list that has nothing. */
export function NothingMatches({ what, problem, onClear }: NothingMatchesProps) {
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
