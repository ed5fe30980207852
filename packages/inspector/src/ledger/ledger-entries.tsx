import type { LedgerEntry } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { ExportButtons } from '../export/export-buttons.tsx';
import { FindField } from '../find/find-field.tsx';
import { NothingMatches } from '../find/nothing-matches.tsx';
import { ENTRY_OPERATORS } from '../find/operators.ts';
import { count, numberText, plural } from '../format.ts';
import { useEscape } from '../lists/use-keys.ts';
import { type Column, LiveGrid } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { Related } from '../objects/related.tsx';
import { go, href } from '../routing/route.ts';

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
    path: `/accounts/${account}/entries`,
    parameters: { q },
    member: 'entries',
    newestLast: true,
    idOf: ({ seq }) => String(seq),
  });
  const search = (text: string | undefined) =>
    go('accounts', { id: account, entry: selected, q: text }, { replace: true });
  useEscape(selected !== undefined, () => go('accounts', { id: account, q }, { replace: true }));
  return (
    <section class="ledger-entries" aria-label="Ledger entries">
      <div class="section-head">
        <h3>Ledger</h3>
        <span class="dim">{rows.total !== undefined && plural(rows.total, 'change')}</span>
        <FindField
          label="Search the ledger"
          placeholder="Number, text or charged"
          operators={ENTRY_OPERATORS}
          q={q}
          problem={rows.problem}
          onSearch={search}
        />
        {rows.total !== 0 && <ExportButtons source={rows.source} />}
        {selected !== undefined && (
          <a href={href('accounts', { id: account, q })}>Show the current credits</a>
        )}
      </div>
      {rows.total === 0 || rows.problem !== undefined ? (
        <NoEntries q={q} problem={rows.problem} onClear={() => search(undefined)} />
      ) : (
        <LiveGrid
          label="Changes of credits, newest first"
          layout="grid-entries"
          rows={rows}
          columns={COLUMNS}
          rowHeight={2}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {selected !== undefined && <Related kind="entry" id={selected} />}
    </section>
  );
}

interface NoEntriesProps {
  readonly q: string;
  readonly problem: string | undefined;
  readonly onClear: () => void;
}

function NoEntries({ q, problem, onClear }: NoEntriesProps) {
  if (q !== '') return <NothingMatches what="change" problem={problem} onClear={onClear} />;
  return (
    <EmptyState title="No change yet">
      <p>Each message, top-up, reset and refill of this account appears here. Top up the account to begin.</p>
    </EmptyState>
  );
}
