import { useState } from 'preact/hooks';
import type { RequestDetail, RequestSummary } from '../api/types.ts';
import { JsonBlock } from '../components/code-block.tsx';
import { HeaderList } from '../components/header-list.tsx';
import { Loading } from '../components/loading.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText, visible } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { Related } from '../objects/related.tsx';
import { RequestStatus } from '../objects/request-status.tsx';
import { CopyAs } from './copy-as.tsx';
import { type Identifiers, IdentifiersChoice } from './identifiers.tsx';
import { Replay } from './replay.tsx';

interface RequestViewProps {
  readonly id: string;
  /** Its row, which the list may have longer than the log has the call. */
  readonly row: RequestSummary | undefined;
  readonly onClose: () => void;
}

/** One call of the public API: its objects, headers and bodies, as code, and to make again. */
export function RequestView({ id, row, onClose }: RequestViewProps) {
  const path = `/requests/${encodeURIComponent(id)}`;
  const { data, error, ...rest } = useResource<RequestDetail>(path, { keepsGone: true });
  const { isGone } = rest;
  const [ids, setIds] = useState<Identifiers>('new');
  return (
    <ObjectDetail<RequestSummary>
      resource={{ ...rest, data: data ?? row, error }}
      what="request"
      title={({ method, url }) => `${method} ${url.split('?')[0]}`}
      state={({ status }) => <RequestStatus status={status} />}
      onClose={onClose}
      actions={() => data !== undefined && <Replay request={data} ids={ids} isGone={isGone} />}
    >
      {(summary) => (
        <>
          <Properties of={summary} isGone={isGone} />
          {data !== undefined && <Content of={data} ids={ids} onIds={setIds} />}
          {data === undefined && isGone && (
            <>
              <p>{visible(summary.summary ?? '')}</p>
              <p class="stale">Its headers and bodies are no longer available.</p>
            </>
          )}
          {data === undefined && error === undefined && <Loading what="headers and bodies" />}
        </>
      )}
    </ObjectDetail>
  );
}

interface ContentProps {
  readonly of: RequestDetail;
  readonly ids: Identifiers;
  readonly onIds: (ids: Identifiers) => void;
}

function Content({ of: data, ids, onIds }: ContentProps) {
  const id = String(data.id);
  return (
    <>
      {data.requestBody !== '' && (
        <p class="copy-as">
          <span class="dim">Replay and copy</span> <IdentifiersChoice value={ids} onChange={onIds} />
        </p>
      )}
      <CopyAs id={id} ids={ids} />
      <Related kind="request" id={id} />
      <h3>Request</h3>
      <HeaderList headers={data.requestHeaders} />
      {data.requestBody === '' ? (
        <p class="dim">No body.</p>
      ) : (
        <JsonBlock text={data.requestBody} label="Request body" />
      )}
      <h3>Response</h3>
      {data.responseBody === null ? (
        <p class="dim">None: a fault cut the connection.</p>
      ) : (
        <>
          <HeaderList headers={data.responseHeaders ?? {}} />
          <JsonBlock text={data.responseBody} label="Response" />
        </>
      )}
    </>
  );
}

function Properties({ of: data, isGone }: { readonly of: RequestSummary; readonly isGone: boolean }) {
  return (
    <PropertyList
      entries={[
        ['Time', <Timestamp at={data.at} />],
        ['Duration', durationText(data.tookMs)],
        // The line is always there, so that a call that leaves the log does not move what the user reads.
        ['Log', isGone ? <b>no longer in the log</b> : 'in the log'],
        ['URL', <code>{data.url}</code>],
        ['Error', data.errorCode === null ? null : <code>{data.errorCode}</code>],
      ]}
    />
  );
}
