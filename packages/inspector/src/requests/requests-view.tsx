import type { RequestSummary } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { Faults } from '../faults/faults.tsx';
import { REQUEST_OPERATORS } from '../find/operators.ts';
import { count, durationText, visible } from '../format.ts';
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
        {summary !== null && <span class="dim request-summary">{visible(summary)}</span>}
      </>
    ),
  },
  { name: 'Error', kind: 'request-error', cell: ({ errorCode }) => errorCode },
  { name: 'Duration', kind: 'number dim wide', cell: ({ tookMs }) => durationText(tookMs) },
];

/** The calls of the public API, newest first, and the faults of later calls. */
export function RequestsView({ parameters }: ViewProps) {
  const { q = '' } = parameters;
  const source: RowSource = {
    path: '/requests',
    parameters: { q },
    member: 'requests',
    newestLast: true,
  };
  const { rows, log } = useLog<RequestSummary>(source);
  return (
    <SplitTable
      view="requests"
      parameters={parameters}
      label="Requests"
      what="request"
      detailLabel="Request"
      source={source}
      rows={rows}
      columns={COLUMNS}
      idOf={({ id }) => String(id)}
      operators={REQUEST_OPERATORS}
      placeholder="Number, path, text or status:4xx"
      above={<Faults />}
      count={(total) => (log === undefined ? '' : requestCount(total, log, q.trim() !== ''))}
      note={log?.isHeld === true && <HeldNote log={log} />}
      empty={<NoRequests limit={log?.limit} />}
      detail={(shown = '', close) => <RequestView id={shown} row={log?.find(shown)} onClose={close} />}
    />
  );
}

interface NoRequestsProps {
  /** The number of calls that the log keeps. */
  readonly limit: number | undefined;
}

function NoRequests({ limit = 0 }: NoRequestsProps) {
  return (
    <EmptyState title="No request yet">
      <p>The latest {count(limit)} calls of the public API appear here. Make the first one:</p>
      <SendExample />
    </EmptyState>
  );
}
