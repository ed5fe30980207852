import type { DeliveryDetail } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { JsonBlock } from '../components/code-block.tsx';
import { ObjectDetail } from '../components/object-detail.tsx';
import { ObjectLink } from '../components/object-link.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { useResource } from '../live/use-resource.ts';
import type { ObjectKind } from '../routing/objects.ts';
import { Attempt } from './attempt.tsx';
import { Resend } from './resend.tsx';

/** One delivery: its payload, its attempts with the responses, and the objects it is related to. */
export function WebhookDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const resource = useResource<DeliveryDetail>(`/webhooks/${encodeURIComponent(id)}`);
  return (
    <ObjectDetail
      resource={resource}
      title={(delivery) => delivery?.kind ?? 'Webhook'}
      state={({ state }) => <Chip kind={state}>{state}</Chip>}
      closeLabel="Close the webhook"
      onClose={onClose}
      actions={(delivery) => <Resend delivery={delivery} />}
    >
      {(delivery) => (
        <>
          <Properties of={delivery} />
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
          <h3>Payload</h3>
          <JsonBlock text={delivery.body} label="Payload" />
        </>
      )}
    </ObjectDetail>
  );
}

function Properties({ of }: { readonly of: DeliveryDetail }) {
  const link = (kind: ObjectKind, id: string | null) =>
    id === null ? null : (
      <ObjectLink kind={kind} id={id}>
        {id}
      </ObjectLink>
    );
  return (
    <PropertyList
      entries={[
        ['URL', <code>{of.url}</code>],
        ['Message', link('message', of.messageUuid)],
        ['Batch', link('batch', of.batchUuid)],
        ['Account', link('account', of.accountUuid)],
      ]}
    />
  );
}
