import { query } from '../api/control-api.ts';
import type { DeliveryView, MessageView } from '../api/types.ts';
import { deliveryState } from '../components/delivery-state.ts';
import { DetailHead } from '../components/detail-head.tsx';
import { Chip, Copy, Empty, Facts, Moment } from '../components/small.tsx';
import { plural, spanOf } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { Verdict } from '../phones/bubbles.tsx';
import { href } from '../routing/route.ts';

/** One message: its text, its life, its receipt and its webhooks. */
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
      {error !== undefined && <Empty title={error} />}
      {message !== undefined && (
        <>
          <blockquote class="text" dir="auto">
            {message.body}
          </blockquote>
          {(message.state === 'queued' || message.state === 'sent') && <Verdict uuid={message.messageUuid} />}
          <h3>Life</h3>
          <Life message={message} />
          <h3>Webhooks</h3>
          <Webhooks of={message} deliveries={webhooks?.deliveries ?? []} />
          <h3>Details</h3>
          <Facts
            of={[
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
      <code>{of}</code> <Copy text={of} label={label} />
    </>
  );
}

function Life({ message }: { readonly message: MessageView }) {
  const { queuedAt, sendAt, sentAt, resolvedAt, state, receipt, channel } = message;
  const steps = [
    { name: 'Queued', at: queuedAt, kind: 'done', note: undefined },
    ...(sendAt === null
      ? []
      : [{ name: 'Due', at: sendAt, kind: sentAt === null ? 'open' : 'done', note: 'scheduled' }]),
    ...(sentAt === null
      ? []
      : [{ name: 'Sent', at: sentAt, kind: 'done', note: channel === null ? undefined : `by ${channel}` }]),
    ...(resolvedAt === null
      ? []
      : [
          {
            name: state === 'failed' ? 'Failed' : 'Delivered',
            at: resolvedAt,
            kind: state,
            note: receipt === null ? undefined : `${receipt.code} ${receipt.description}`,
          },
        ]),
  ];
  return (
    <ol class="life">
      {steps.map(({ name, at, kind, note }, index) => (
        <li key={name} class={`life-${kind}`}>
          <b>{name}</b> <Moment at={at} />
          <Since from={steps[index - 1]?.at} to={at} />
          {note !== undefined && <span class="life-note">{note}</span>}
        </li>
      ))}
      {resolvedAt === null && (
        <li class="life-open">
          <span class="dim">{state === 'sent' ? 'No receipt yet' : 'Not sent yet'}</span>
        </li>
      )}
    </ol>
  );
}

function Since({ from, to }: { readonly from: string | undefined; readonly to: string }) {
  if (from === undefined || from === to) return null;
  return <span class="dim"> after {spanOf(Date.parse(to) - Date.parse(from))}</span>;
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
