import { query } from '../api/control-api.ts';
import type { DeliveryView, MessageView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { deliveryState } from '../components/delivery-state.ts';
import { DetailHead } from '../components/detail-head.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { ResolveMessage } from '../components/resolve-message.tsx';
import { plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';
import { Timeline } from './timeline.tsx';

/** One message: its text, its timeline, its receipt and its webhooks. */
export function MessageDetail({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const { data: message, error } = useResource<MessageView>(`/messages/${encodeURIComponent(uuid)}`);
  const webhooks = useResource<{ deliveries: readonly DeliveryView[] }>(
    message === undefined
      ? undefined
      : `/webhooks${query({ offset: 0, limit: 50, message: message.messageUuid })}`,
  ).data;
  return (
    <div class="detail">
      <DetailHead
        title="Message"
        state={message !== undefined && <Chip kind={message.state}>{message.state}</Chip>}
        closeLabel="Close the message"
        onClose={onClose}
      />
      {error !== undefined && <EmptyState title={error} />}
      {message !== undefined && (
        <>
          <blockquote class="text" dir="auto">
            {message.body}
          </blockquote>
          {(message.state === 'queued' || message.state === 'sent') && (
            <ResolveMessage uuid={message.messageUuid} />
          )}
          <h3>Timeline</h3>
          <Timeline message={message} />
          <h3>Webhooks</h3>
          <Webhooks of={message} deliveries={webhooks?.deliveries ?? []} />
          <h3>Details</h3>
          <PropertyList
            entries={[
              ['To', <a href={href('phones', { number: message.to.replace('+', '') })}>{message.to}</a>],
              ['From', message.from],
              ['Units', plural(message.units, 'unit')],
              ['Channel', message.channel],
              ['Callback', message.callback],
              ['Message', <Uuid of={message.messageUuid} label="message UUID" />],
              [
                'Batch',
                <span>
                  <Uuid of={message.batchUuid} label="batch UUID" />{' '}
                  <a href={href('messages', { batch: message.batchUuid })}>Its messages</a>
                </span>,
              ],
              ['Account', <a href={href('accounts', { id: message.accountUuid })}>{message.accountUuid}</a>],
            ]}
          />
        </>
      )}
    </div>
  );
}

/** A UUID that can be copied. */
function Uuid({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <>
      <code>{of}</code> <CopyButton text={of} label={label} />
    </>
  );
}

function Webhooks({
  of,
  deliveries,
}: {
  readonly of: MessageView;
  readonly deliveries: readonly DeliveryView[];
}) {
  if (deliveries.length === 0) {
    return (
      <p class="dim">
        {of.callback === null
          ? 'None: it was sent without a callback.'
          : 'None yet: its receipt is sent once it is delivered or failed.'}
      </p>
    );
  }
  return (
    <ul class="links">
      {deliveries.map(({ id, kind, state, attempts, url }) => (
        <li key={id}>
          <a href={href('webhooks', { id })}>{kind}</a>{' '}
          <Chip kind={state}>{deliveryState({ state, attempts })}</Chip>
          <span class="dim ellipsis">{url}</span>
        </li>
      ))}
    </ul>
  );
}
