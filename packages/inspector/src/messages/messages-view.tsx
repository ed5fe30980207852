import type { MessageView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { MESSAGE_OPERATORS } from '../find/operators.ts';
import { numberText, plural, senderText } from '../format.ts';
import { SplitTable } from '../lists/split-table.tsx';
import type { Column } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { FaultMark } from '../objects/fault-mark.tsx';
import { MessageText } from '../objects/message-text.tsx';
import { NetworkNote } from '../objects/network-note.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { href, type ViewProps } from '../routing/route.ts';
import { FirstMessage } from '../sending/first-message.tsx';
import { BatchDetail } from './batch-detail.tsx';
import { MessageDetail } from './message-detail.tsx';

const COLUMNS: readonly Column<MessageView>[] = [
  { name: 'Queued', kind: 'tabular dim row-time', cell: ({ queuedAt }) => <Timestamp at={queuedAt} /> },
  { name: 'Sent', kind: 'tabular dim wide', cell: ({ sentAt }) => sentAt && <Timestamp at={sentAt} /> },
  {
    name: 'State',
    kind: 'row-state',
    // The code of a failure explains why the message did not arrive.
    cell: ({ state, receipt }) => (
      <Chip kind={state}>{state === 'failed' ? `failed ${receipt?.code ?? ''}` : state}</Chip>
    ),
  },
  { name: 'To', kind: 'tabular row-subject message-to', cell: ({ to }) => numberText(to) },
  { name: 'From', kind: 'tabular wide', cell: ({ from }) => senderText(from) },
  {
    name: 'Text',
    kind: 'grow row-note',
    cell: ({ body, fault, state, sendAt }) => (
      <span class="message-line">
        <FaultMark of={fault} /> <Due state={state} at={sendAt} /> <MessageText text={body} />
      </span>
    ),
  },
  { name: 'Units', kind: 'number wide', cell: ({ units }) => units },
  { name: 'Channel', kind: 'dim wide', cell: ({ channel }) => channel ?? '–' },
];

/** When a scheduled message is sent. */
function Due({ state, at }: { readonly state: MessageView['state']; readonly at: string | null }) {
  if (state !== 'scheduled' || at === null) return null;
  return (
    <span class="dim">
      due <Timestamp at={at} /> ·
    </span>
  );
}

/** Every message, newest first, however many there are. */
export function MessagesView({ parameters, opened }: ViewProps) {
  const { id, q, batch } = parameters;
  const rows = useRows<MessageView>({
    path: '/messages',
    parameters: { q, batch },
    member: 'messages',
    newestLast: true,
    idOf: ({ messageUuid }) => messageUuid,
  });
  return (
    <SplitTable
      view="messages"
      parameters={parameters}
      label="Messages"
      what="message"
      detailLabel="Message"
      rows={rows}
      columns={COLUMNS}
      operators={MESSAGE_OPERATORS}
      placeholder="Number, text or state:failed"
      isOtherOpen={opened === 'batch'}
      above={<NetworkNote />}
      filters={
        batch !== undefined && (
          <>
            {opened !== 'batch' && (
              <ObjectLink kind="batch" id={batch} parameters={{ q }}>
                About the batch
              </ObjectLink>
            )}
            <a href={href('messages', { id, q })}>All messages</a>
          </>
        )
      }
      count={(total) => plural(total, 'message')}
      empty={<FirstMessage />}
      detail={(shown, close) =>
        shown === undefined ? (
          <BatchDetail uuid={batch ?? ''} onClose={close} />
        ) : (
          <MessageDetail uuid={shown} onClose={close} />
        )
      }
    />
  );
}
