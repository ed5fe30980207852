import type { DeliveryRow } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { WEBHOOK_OPERATORS } from '../find/operators.ts';
import { plural } from '../format.ts';
import { SplitTable } from '../lists/split-table.tsx';
import type { Column } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { FaultMark } from '../objects/fault-mark.tsx';
import { MessageText } from '../objects/message-text.tsx';
import { href, type ViewProps } from '../routing/route.ts';
import { aboutWebhook, deliveryChip, deliveryState } from './about.ts';
import { ResendFailed } from './resend.tsx';
import { WebhookDetail } from './webhook-detail.tsx';

const COLUMNS: readonly Column<DeliveryRow>[] = [
  {
    name: 'Attempted',
    kind: 'tabular dim row-time',
    // The order of the list.
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? '–' : <Timestamp at={last.at} />;
    },
  },
  {
    name: 'State',
    kind: 'row-state',
    cell: (delivery) => <Chip kind={deliveryChip(delivery)}>{deliveryState(delivery)}</Chip>,
  },
  { name: 'Kind', kind: 'row-note webhook-kind', cell: ({ kind }) => kind },
  { name: 'Attempts', kind: 'number wide', cell: ({ attempts }) => attempts.length },
  {
    name: 'About',
    kind: 'grow row-subject',
    cell: (delivery) => (
      <>
        <FaultMark of={delivery.fault} /> <MessageText text={aboutWebhook(delivery)} />
      </>
    ),
  },
  { name: 'URL', kind: 'dim wide', cell: ({ url }) => url },
];

/** All webhook deliveries, the one with the latest attempt first. */
export function WebhooksView({ parameters }: ViewProps) {
  const rows = useRows<DeliveryRow>({
    path: '/webhooks',
    parameters: { q: parameters.q, order: 'attempted' },
    member: 'deliveries',
    newestLast: true,
    idOf: ({ id }) => id,
  });
  return (
    <SplitTable
      view="webhooks"
      parameters={parameters}
      label="Webhook deliveries"
      what="webhook"
      detailLabel="Webhook delivery"
      rows={rows}
      columns={COLUMNS}
      operators={WEBHOOK_OPERATORS}
      placeholder="URL, text or response:500"
      actions={<ResendFailed source={rows.source} />}
      count={(total) => plural(total, 'delivery', 'deliveries')}
      empty={<NoWebhooks />}
      detail={(shown = '', close) => <WebhookDetail id={shown} onClose={close} />}
    />
  );
}

function NoWebhooks() {
  return (
    <EmptyState title="No webhook yet">
      <p>
        A receipt goes to the callback of its message, a reply to the inbound URL of an{' '}
        <a href={href('accounts')}>account</a>, and a credit warning to the URL of its notification.
      </p>
      <CodeBlock label="Member of a message">{'"callback": "http://localhost:3000/receipts"'}</CodeBlock>
    </EmptyState>
  );
}
