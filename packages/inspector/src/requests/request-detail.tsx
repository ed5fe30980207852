import type { RequestDetail } from '../api/types.ts';
import { JsonBlock } from '../components/code-block.tsx';
import { HeaderList } from '../components/header-list.tsx';
import { ObjectDetail } from '../components/object-detail.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Related } from '../components/related.tsx';
import { RequestStatus } from '../components/request-status.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { CopyAs } from './copy-as.tsx';
import { Replay } from './replay.tsx';

/** A logged call does not change; only its objects can be removed. */
const REST_MS = 1_000;

/** One call of the public API: its objects, headers and bodies, as code, and to make again. */
export function RequestView({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const path = `/requests/${encodeURIComponent(id)}`;
  const resource = useResource<RequestDetail>(path, REST_MS, { keepsGone: true });
  const { isGone } = resource;
  return (
    <ObjectDetail
      resource={isGone ? { ...resource, error: undefined } : resource}
      title={(data) => (data === undefined ? 'Request' : `${data.method} ${data.url.split('?')[0]}`)}
      state={({ status }) => <RequestStatus status={status} />}
      closeLabel="Close the request"
      onClose={onClose}
      actions={(data) => <Replay request={data} isGone={isGone} />}
    >
      {(data) => (
        <>
          <Properties of={data} isGone={isGone} />
          <Related kind="request" id={id} />
          <CopyAs id={id} />
          <h3>Request</h3>
          <HeaderList title="Headers" headers={data.requestHeaders} />
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
              <HeaderList title="Headers" headers={data.responseHeaders ?? {}} />
              <JsonBlock text={data.responseBody} label="Response" />
            </>
          )}
        </>
      )}
    </ObjectDetail>
  );
}

function Properties({ of: data, isGone }: { readonly of: RequestDetail; readonly isGone: boolean }) {
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
