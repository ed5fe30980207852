import type { RequestSummary } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { RequestStatus } from '../components/request-status.tsx';
import { Search } from '../components/search.tsx';
import { SendExample } from '../components/send-example.tsx';
import { SplitTable } from '../components/split-table.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import type { Column } from '../components/virtual-grid.tsx';
import { Faults } from '../faults/faults.tsx';
import { durationText, plural } from '../format.ts';
import { useRows } from '../live/use-rows.ts';
import { go, type ViewProps } from '../routing/route.ts';
import { RequestView } from './request-detail.tsx';
import { withoutKey } from './request-text.ts';

const COLUMNS: readonly Column<RequestSummary>[] = [
  { name: 'Time', kind: 'tabular dim medium', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'Status', cell: ({ status }) => <RequestStatus status={status} /> },
  {
    name: 'Request',
    kind: 'grow',
    cell: ({ method, url, summary }) => (
      <>
        <b>{method}</b> {withoutKey(url)} {summary !== null && <span class="dim">{summary}</span>}
      </>
    ),
  },
  { name: 'Error', kind: 'failed-text', cell: ({ errorCode }) => errorCode },
  { name: 'Duration', kind: 'number dim wide', cell: ({ tookMs }) => durationText(tookMs) },
];

const STATUSES = [
  ['', 'Any status'],
  ['2xx', '2xx: succeeded'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
  ['cut', 'Connection cut'],
] as const;

/** The calls of the public API, newest first, and the faults of coming calls. */
export function RequestsView({ parameters }: ViewProps) {
  const { id, search = '', status = '', about = '' } = parameters;
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = true) =>
    go('requests', { id, search, status, about, ...changes }, { replace });
  const rows = useRows<RequestSummary>({
    path: '/requests',
    parameters: { search, status, about },
    member: 'requests',
    newestLast: true,
  });
  return (
    <SplitTable
      label="Requests"
      detailLabel="Request"
      layout="grid-requests"
      rows={rows}
      columns={COLUMNS}
      idOf={(request) => String(request.id)}
      openId={id}
      onOpen={(chosen, replace) => set({ id: chosen }, replace)}
      above={<Faults />}
      bar={
        <>
          <Search
            label="Search requests by path, status or body"
            placeholder="Path, status or body"
            value={search}
            onSearch={(text) => set({ search: text })}
          />
          <select
            aria-label="Status"
            value={status}
            onChange={({ currentTarget }) => set({ status: currentTarget.value })}
          >
            {STATUSES.map(([value, name]) => (
              <option value={value} key={value}>
                {name}
              </option>
            ))}
          </select>
          {about !== '' && (
            <button type="button" class="small" onClick={() => set({ about: undefined })}>
              About {about.slice(0, 8)} ×<span class="visually-hidden"> show all requests</span>
            </button>
          )}
        </>
      }
      count={(total) => plural(total, 'request')}
      empty={<NoRequests isFiltered={`${search}${status}${about}` !== ''} />}
      detail={(shown = '', close) => <RequestView id={shown} onClose={close} />}
    />
  );
}

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No request matches" />;
  return (
    <EmptyState title="No request yet">
      <p>The latest thousand calls of the public API appear here. Make the first one:</p>
      <SendExample />
    </EmptyState>
  );
}
