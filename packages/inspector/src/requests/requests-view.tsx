import type { RequestDetail, RequestSummary } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { JsonBlock } from '../components/code-block.tsx';
import { DetailHead } from '../components/detail-head.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Search } from '../components/search.tsx';
import { SendExample } from '../components/send-example.tsx';
import { SplitTable } from '../components/split-table.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import type { Column } from '../components/virtual-grid.tsx';
import { Faults } from '../faults/faults.tsx';
import { plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { useRows } from '../live/use-rows.ts';
import { go, type ViewProps } from '../routing/route.ts';
import { durationText, withoutKey } from './request-text.ts';

const COLUMNS: readonly Column<RequestSummary>[] = [
  { name: 'Time', kind: 'tabular dim', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'Status', cell: ({ status }) => <Status status={status} /> },
  { name: 'Method', cell: ({ method }) => method },
  { name: 'Path', kind: 'grow', cell: ({ url }) => withoutKey(url) },
  { name: 'Took', kind: 'number dim wide', cell: ({ tookMs }) => durationText(tookMs) },
];

/** The calls of the public API, newest first, and what is to go wrong with the next ones. */
export function RequestsView({ parameters }: ViewProps) {
  const { id, search = '' } = parameters;
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = true) =>
    go('requests', { id, search, ...changes }, { replace });
  const rows = useRows<RequestSummary>({
    path: '/requests',
    parameters: { search },
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
        <Search
          label="Search requests by path, status or body"
          placeholder="Path, status or body"
          value={search}
          onSearch={(text) => set({ search: text })}
        />
      }
      count={(total) => plural(total, 'request')}
      empty={
        <EmptyState title={search === '' ? 'No request yet' : 'No request matches'}>
          {search === '' && (
            <>
              <p>Calls of the public API are here, the latest thousand of them:</p>
              <SendExample />
            </>
          )}
        </EmptyState>
      }
      detail={(open, close) => <Detail id={open} onClose={close} />}
    />
  );
}

function Detail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = useResource<RequestDetail>(`/requests/${encodeURIComponent(id)}`);
  return (
    <div class="detail">
      <DetailHead
        title={data === undefined ? 'Request' : `${data.method} ${data.url.split('?')[0]}`}
        state={data !== undefined && <Status status={data.status} />}
        closeLabel="Close the request"
        onClose={onClose}
      />
      {error !== undefined && <EmptyState title={error} />}
      {data !== undefined && (
        <>
          <PropertyList
            entries={[
              ['Time', <Timestamp at={data.at} />],
              ['Took', durationText(data.tookMs)],
              ['URL', <code>{data.url}</code>],
            ]}
          />
          <h3>Request body</h3>
          {data.requestBody === '' ? (
            <p class="dim">None.</p>
          ) : (
            <JsonBlock text={data.requestBody} label="Request body" />
          )}
          <h3>Answer</h3>
          {data.responseBody === null ? (
            <p class="dim">None: a fault cut the connection.</p>
          ) : (
            <JsonBlock text={data.responseBody} label="Answer" />
          )}
        </>
      )}
    </div>
  );
}

function Status({ status }: { readonly status: number | null }) {
  if (status === null) return <Chip kind="failed">cut</Chip>;
  return <Chip kind={status < 300 ? 'delivered' : status < 500 ? 'warning' : 'failed'}>{status}</Chip>;
}
