import { useState } from 'preact/hooks';
import type { RequestDetail } from '../api/types.ts';
import { JsonBlock } from '../components/code-block.tsx';
import { HeaderList, PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';
import { Select } from '../forms/select.tsx';
import { useResource } from '../live/use-resource.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { Related } from '../objects/related.tsx';
import { RequestStatus } from '../objects/request-status.tsx';
import { Why } from '../objects/why.tsx';
import { CopyStory } from '../stories/copy-story.tsx';
import { CopyAs, type Identifiers, Replay } from './repeat.tsx';

/** One call of the public API: its objects, headers and bodies, as code, and to make again. */
export function RequestView({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const path = `/requests/${encodeURIComponent(id)}`;
  const resource = useResource<RequestDetail>(path, { keepsGone: true });
  const { isGone } = resource;
  const [ids, setIds] = useState<Identifiers>('new');
  return (
    <ObjectDetail
      resource={resource}
      what="request"
      title={({ method, url }) => `${method} ${url.split('?')[0]}`}
      state={({ status }) => <RequestStatus status={status} />}
      onClose={onClose}
      actions={(request) => (
        <>
          <Replay request={request} ids={ids} isGone={isGone} />
          {!isGone && request.method === 'POST' && <CopyStory of={{ request: id }} />}
        </>
      )}
    >
      {(request) => (
        <>
          <Why id={id} />
          <PropertyList
            entries={[
              ['Time', <Timestamp at={request.at} />],
              ['Duration', durationText(request.tookMs)],
              // The line is always there, so that a call that leaves the log does not move what the user reads.
              ['Log', isGone ? <b>no longer in the log</b> : 'in the log'],
              ['URL', <code>{request.url}</code>],
              ['Error', request.errorCode === null ? null : <code>{request.errorCode}</code>],
            ]}
          />
          {request.requestBody !== '' && (
            <p class="copy-as">
              <span class="dim">Replay and copy</span>{' '}
              {/* The service accepts each identifier only once, so the same ones are refused. */}
              <Select
                aria-label="Identifiers of messages"
                value={ids}
                onValue={(chosen) => setIds(chosen as Identifiers)}
                options={[
                  ['new', 'with new identifiers'],
                  ['same', 'with the same identifiers'],
                ]}
              />
            </p>
          )}
          <CopyAs id={id} ids={ids} />
          <Related kind="request" id={id} />
          <Exchange of={request} />
        </>
      )}
    </ObjectDetail>
  );
}

/** The headers and bodies of the request and the response. */
function Exchange({ of: request }: { readonly of: RequestDetail }) {
  return (
    <>
      <h3>Request</h3>
      <HeaderList headers={request.requestHeaders} />
      {request.requestBody === '' ? (
        <p class="dim">No body.</p>
      ) : (
        <JsonBlock text={request.requestBody} label="Request body" />
      )}
      <h3>Response</h3>
      {request.responseBody === null ? (
        <p class="dim">None: a fault cut the connection.</p>
      ) : (
        <>
          <HeaderList headers={request.responseHeaders ?? {}} />
          <JsonBlock text={request.responseBody} label="Response" />
        </>
      )}
    </>
  );
}
