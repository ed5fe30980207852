import { filterTerm, visible } from '@messaging-service/text';
import type { BatchView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Copyable } from '../components/copy-button.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { count, plural, senderText } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { encodingText } from '../objects/encoding.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { Related } from '../objects/related.tsx';
import { Why } from '../objects/why.tsx';
import { href } from '../routing/route.ts';
import { CancelBatch } from '../sending/cancel-batch.tsx';

/** One batch: the members that its messages share, and how many of them are in each state. */
export function BatchDetail({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const resource = useResource<BatchView>(`/batches/${encodeURIComponent(uuid)}`);
  return (
    <ObjectDetail
      resource={resource}
      what="batch"
      state={({ pending }) => pending && <Chip kind="scheduled">scheduled</Chip>}
      onClose={onClose}
      actions={({ pending, batchUuid, accountUuid }) =>
        pending && <CancelBatch uuid={batchUuid} accountUuid={accountUuid} />
      }
    >
      {(batch) => (
        <>
          <Why id={uuid} />
          <blockquote class="text" dir="auto">
            {visible(batch.body)}
          </blockquote>
          <Counts batch={batch} />
          <Related
            subject="batch"
            of={{
              batch: batch.batchUuid,
              account: batch.accountUuid,
              job: batch.pending ? `send-batch:${batch.batchUuid}` : null,
            }}
          />
          <h3>Details</h3>
          <PropertyList
            entries={[
              ['From', senderText(batch.from)],
              ['Encoding', `${encodingText(batch.body)}, ${plural(batch.units, 'part')} each`],
              ['Channels', batch.channels.join(', then ')],
              ['Queued', <Timestamp at={batch.queuedAt} />],
              ['Due', batch.sendAt === null ? null : <Timestamp at={batch.sendAt} />],
              ['Callback', batch.callback],
              ['Batch', <Copyable of={batch.batchUuid} label="batch UUID" />],
            ]}
          />
        </>
      )}
    </ObjectDetail>
  );
}

function Counts({ batch: { batchUuid, counts } }: { readonly batch: BatchView }) {
  const link = (state: string | undefined, number: number) => (
    <a href={href('messages', { batch: batchUuid, q: state && filterTerm('state', state) })}>
      {count(number)}
    </a>
  );
  return (
    <PropertyList
      entries={[
        ['Messages', link(undefined, counts.total)],
        ['Delivered', link('delivered', counts.delivered)],
        ['Failed', link('failed', counts.failed)],
        ['No result yet', count(counts.open)],
      ]}
    />
  );
}
