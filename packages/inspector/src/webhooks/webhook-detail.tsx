import type { DeliveryDetail } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { JsonBlock } from '../components/code-block.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { useResource } from '../live/use-resource.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { Related } from '../objects/related.tsx';
import { Why } from '../objects/why.tsx';
import { deliveryChip, deliveryState, phoneOf } from './about.ts';
import { Attempt } from './attempt.tsx';
import { CompareAttempts } from './compare-attempts.tsx';
import { Resend } from './resend.tsx';

/** One delivery: its payload, its attempts with the responses, and the objects it is related to. */
export function WebhookDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const resource = useResource<DeliveryDetail>(`/webhooks/${encodeURIComponent(id)}`);
  return (
    <ObjectDetail
      resource={resource}
      what="webhook"
      title={({ kind }) => kind}
      state={(delivery) => <Chip kind={deliveryChip(delivery)}>{deliveryState(delivery)}</Chip>}
      onClose={onClose}
      actions={(delivery) => <Resend delivery={delivery} />}
    >
      {(delivery) => (
        <>
          <Why id={id} />
          <PropertyList entries={[['URL', <code>{delivery.url}</code>]]} />
          <h3>Attempts</h3>
          {delivery.attempts.length === 0 && <p class="dim">The first attempt has not ended yet.</p>}
          <ol class="attempts" reversed>
            {delivery.attempts
              .map((attempt, index) => (
                <li key={index}>
                  <Attempt
                    delivery={delivery}
                    attempt={attempt}
                    number={index + 1}
                    isLatest={index === delivery.attempts.length - 1}
                  />
                </li>
              ))
              .reverse()}
          </ol>
          {delivery.attempts.length > 1 && <CompareAttempts attempts={delivery.attempts} />}
          <Related
            of={{
              message: delivery.messageUuid,
              batch: delivery.batchUuid,
              phone: phoneOf(delivery.payload),
              account: delivery.accountUuid,
              job: delivery.state === 'pending' ? `attempt-webhook:${delivery.id}` : null,
            }}
          />
          <h3>Payload</h3>
          <JsonBlock text={delivery.body} label="Payload" />
        </>
      )}
    </ObjectDetail>
  );
}
