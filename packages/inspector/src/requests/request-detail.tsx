import { useState } from 'preact/hooks';
import type { RequestDetail } from '../api/types.ts';
import { JsonBlock } from '../components/code-block.tsx';
import { HeaderList, PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';
import { Select } from '../forms/select.tsx';
import { useResource } from '../live/use-resource.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { RequestStatus } from '../objects/request-status.tsx';
import { Why } from '../objects/why.tsx';
import type { ObjectKind } from '../routing/objects.ts';
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
              ['To', linksTo('phone', request.destinations)],
              ['Messages', linksTo('message', request.messageUuids)],
              ['Batches', linksTo('batch', request.batchUuids)],
              ['Account', linksTo('account', request.accountUuids)],
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
          <Exchange of={request} />
        </>
      )}
    </ObjectDetail>
  );
}

/** How many objects of a kind have a link. */
const MOST_LINKS = 10;

/** Links to the objects of a request; null without any. */
function linksTo(kind: ObjectKind, ids: readonly string[]) {
  if (ids.length === 0) return null;
  return (
    <span class="object-links">
      {ids.slice(0, MOST_LINKS).map((id) => (
        <ObjectLink kind={kind} id={id} key={id} />
      ))}
      {ids.length > MOST_LINKS && <span class="dim">and more</span>}
    </span>
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
