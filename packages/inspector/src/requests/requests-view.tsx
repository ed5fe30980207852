import { visible } from '@messaging-service/text';
import type { RequestSummary } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { Faults } from '../faults/faults.tsx';
import { REQUEST_OPERATORS } from '../find/operators.ts';
import { count, durationText, plural, withoutKey } from '../format.ts';
import { SplitTable } from '../lists/split-table.tsx';
import type { Column } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { FaultMark } from '../objects/fault-mark.tsx';
import { RequestStatus } from '../objects/request-status.tsx';
import { SendExample } from '../objects/send-example.tsx';
import type { ViewProps } from '../routing/route.ts';
import { RequestView } from './request-detail.tsx';

const COLUMNS: readonly Column<RequestSummary>[] = [
  { name: 'Time', kind: 'tabular dim request-time', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'Status', kind: 'request-status', cell: ({ status }) => <RequestStatus status={status} /> },
  {
    name: 'Request',
    kind: 'request-line',
    cell: ({ method, url, summary, fault }) => (
      <>
        <FaultMark of={fault} />{' '}
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
  const rows = useRows<RequestSummary>({
    path: '/requests',
    parameters: { q: parameters.q },
    member: 'requests',
    newestLast: true,
    idOf: ({ id }) => String(id),
  });
  const counted = (total: number) =>
    rows.dropped === 0
      ? plural(total, 'request')
      : `Latest ${count(total)} of ${plural(rows.dropped + total, 'request')}`;
  return (
    <SplitTable
      view="requests"
      parameters={parameters}
      label="Requests"
      what="request"
      detailLabel="Request"
      rows={rows}
      columns={COLUMNS}
      operators={REQUEST_OPERATORS}
      placeholder="Number, path, text or status:4xx"
      above={<Faults />}
      count={counted}
      empty={
        <EmptyState title="No request yet">
          <p>The latest calls of the public API appear here. Make the first one:</p>
          <SendExample />
        </EmptyState>
      }
      detail={(shown = '', close) => <RequestView id={shown} onClose={close} />}
    />
  );
}
