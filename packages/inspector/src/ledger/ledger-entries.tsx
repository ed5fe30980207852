import type { LedgerEntry } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { ENTRY_OPERATORS } from '../find/operators.ts';
import { count, numberText, plural } from '../format.ts';
import { SearchedList } from '../lists/searched-list.tsx';
import { useEscape } from '../lists/use-keys.ts';
import type { Column } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { Why } from '../objects/why.tsx';
import { go, href, type Parameters } from '../routing/route.ts';

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { name: 'Time', kind: 'tabular dim', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'Change', kind: 'grow', cell: ({ text }) => text },
  { name: 'First to', kind: 'tabular dim medium', cell: ({ to }) => to !== null && numberText(to) },
  {
    name: 'Balance',
    kind: 'number',
    cell: ({ paid, packaged, held }) => count(paid + packaged - held),
  },
];

interface LedgerEntriesProps {
  /** UUID of the account. */
  readonly account: string;
  /** The search in the address. */
  readonly q: string;
  /** The number of the change that is open. */
  readonly selected: string | undefined;
  readonly onSelect: (seq: string) => void;
}

/** The changes of an account's credits, newest first, and the objects that the selected one comes from. */
export function LedgerEntries({ account, q, selected, onSelect }: LedgerEntriesProps) {
  const rows = useRows<LedgerEntry>({
    path: `/accounts/${account}/ledger`,
    parameters: { q },
    member: 'entries',
    newestLast: true,
    idOf: ({ seq }) => String(seq),
  });
  const set = (changes: Parameters) =>
    go('accounts', { id: account, entry: selected, q, ...changes }, { replace: true });
  useEscape(selected !== undefined, () => set({ entry: undefined }));
  return (
    <section class="ledger-entries" aria-label="Ledger entries">
      <SearchedList
        what="change"
        q={q}
        onSearch={(text) => set({ q: text })}
        searchLabel="Search the ledger"
        placeholder="Number, text or charged"
        operators={ENTRY_OPERATORS}
        onClear={() => set({ q: undefined })}
        before={
          <>
            <h3>Ledger</h3>
            <span class="dim">{rows.total !== undefined && plural(rows.total, 'change')}</span>
          </>
        }
        after={
          selected !== undefined && (
            <a href={href('accounts', { id: account, q })}>Show the current credits</a>
          )
        }
        isExported
        empty={
          <EmptyState title="No change yet">
            <p>
              Each message, top-up, reset and refill of this account appears here. Top up the account to
              begin.
            </p>
          </EmptyState>
        }
        label="Changes of credits, newest first"
        layout="grid-entries"
        rows={rows}
        columns={COLUMNS}
        rowHeight={2}
        selected={selected}
        onSelect={onSelect}
      />
      {selected !== undefined && <Why id={`entry:${selected}`} />}
    </section>
  );
}
