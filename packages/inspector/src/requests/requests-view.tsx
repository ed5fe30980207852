import type { RequestSummary } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { ExportButtons } from '../export/export-buttons.tsx';
import { Faults } from '../faults/faults.tsx';
import { FilterSelect } from '../find/filter-select.tsx';
import { REQUEST_OPERATORS } from '../find/filters.ts';
import { FindField } from '../find/find-field.tsx';
import { useFilters } from '../find/use-filters.ts';
import { count, durationText } from '../format.ts';
import { SplitTable } from '../lists/split-table.tsx';
import type { Column } from '../lists/virtual-grid.tsx';
import type { RowSource } from '../live/row-window.ts';
import { useLog } from '../live/use-log.ts';
import { RequestStatus } from '../objects/request-status.tsx';
import { SendExample } from '../objects/send-example.tsx';
import type { ViewProps } from '../routing/route.ts';
import { HeldNote } from './held-note.tsx';
import { RequestView } from './request-detail.tsx';
import { requestCount, withoutKey } from './request-text.ts';

const COLUMNS: readonly Column<RequestSummary>[] = [
  { name: 'Time', kind: 'tabular dim request-time', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'Status', kind: 'request-status', cell: ({ status }) => <RequestStatus status={status} /> },
  {
    name: 'Request',
    kind: 'request-line',
    cell: ({ method, url, summary }) => (
      <>
        <span class="request-call">
          <b>{method}</b> {withoutKey(url)}
        </span>{' '}
        {summary !== null && <span class="dim request-summary">{summary}</span>}
      </>
    ),
  },
  { name: 'Error', kind: 'request-error', cell: ({ errorCode }) => errorCode },
  { name: 'Duration', kind: 'number dim wide', cell: ({ tookMs }) => durationText(tookMs) },
];

const STATUSES = {
  '2xx': '2xx: succeeded',
  '4xx': '4xx: refused',
  '5xx': '5xx: failed',
  cut: 'Connection cut',
};
const NAMED = Object.entries(STATUSES);

/** The calls of the public API, newest first, and the faults of later calls. */
export function RequestsView({ parameters }: ViewProps) {
  const { id, status = '' } = parameters;
  const { query, isFiltered, set } = useFilters('requests', parameters, REQUEST_OPERATORS);
  const source: RowSource = {
    path: '/requests',
    parameters: query,
    member: 'requests',
    newestLast: true,
  };
  const rows = useLog<RequestSummary>(source);
  return (
    <SplitTable
      label="Requests"
      detailLabel="Request"
      layout="grid-requests"
      narrowRowHeight={3.5}
      rows={rows}
      columns={COLUMNS}
      idOf={(request) => String(request.id)}
      openId={id}
      onOpen={(chosen, replace) => set({ id: chosen }, replace)}
      above={<Faults />}
      bar={
        <>
          <FindField
            label="Search requests"
            placeholder="Number, path, text or status:4xx"
            operators={REQUEST_OPERATORS}
            parameters={parameters}
            onChange={set}
          />
          <FilterSelect
            name="status"
            parameters={parameters}
            options={status === '' || Object.hasOwn(STATUSES, status) ? NAMED : [...NAMED, status]}
            onChange={set}
          />
        </>
      }
      actions={<ExportButtons source={source} />}
      count={(total) => requestCount(total, { ...rows, isFiltered })}
      note={rows.isHeld && <HeldNote rows={rows} />}
      empty={<NoRequests isFiltered={isFiltered} limit={rows.limit} />}
      detail={(shown = '', close) => <RequestView id={shown} row={rows.find(shown)} onClose={close} />}
    />
  );
}

interface NoRequestsProps {
  readonly isFiltered: boolean;
  /** The number of calls that the log keeps. */
  readonly limit: number | undefined;
}

function NoRequests({ isFiltered, limit = 0 }: NoRequestsProps) {
  if (isFiltered) return <EmptyState title="No request matches">Remove a filter to see more.</EmptyState>;
  return (
    <EmptyState title="No request yet">
      <p>The latest {count(limit)} calls of the public API appear here. Make the first one:</p>
      <SendExample />
    </EmptyState>
  );
}
