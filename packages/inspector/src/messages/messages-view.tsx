import type { MessageState, MessageView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { MessageText } from '../components/message-text.tsx';
import { Search } from '../components/search.tsx';
import { SendExample } from '../components/send-example.tsx';
import { SplitTable } from '../components/split-table.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import type { Column } from '../components/virtual-grid.tsx';
import { plural } from '../format.ts';
import { useRows } from '../live/use-rows.ts';
import { go, type ViewProps } from '../routing/route.ts';
import { MessageDetail } from './message-detail.tsx';

const STATES: readonly MessageState[] = ['scheduled', 'queued', 'sent', 'delivered', 'failed'];

const COLUMNS: readonly Column<MessageView>[] = [
  { name: 'Queued', kind: 'tabular dim medium', cell: ({ queuedAt }) => <Timestamp at={queuedAt} /> },
  { name: 'State', cell: ({ state }) => <Chip kind={state}>{state}</Chip> },
  { name: 'To', kind: 'tabular', cell: ({ to }) => to },
  { name: 'From', kind: 'tabular wide', cell: ({ from }) => from },
  { name: 'Text', kind: 'grow', cell: ({ body }) => <MessageText text={body} /> },
  { name: 'Units', kind: 'number wide', cell: ({ units }) => units },
  { name: 'Channel', kind: 'dim wide', cell: ({ channel }) => channel ?? '–' },
];

/** Every message, newest first, however many there are. */
export function MessagesView({ parameters }: ViewProps) {
  const { id, search = '', state = '', batch = '' } = parameters;
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = true) =>
    go('messages', { id, search, state, batch, ...changes }, { replace });
  const rows = useRows<MessageView>({
    path: '/messages',
    parameters: { search, state, batch },
    member: 'messages',
    newestLast: true,
  });
  const isFiltered = search !== '' || state !== '' || batch !== '';
  return (
    <SplitTable
      label="Messages"
      detailLabel="Message"
      layout="grid-messages"
      rows={rows}
      columns={COLUMNS}
      idOf={({ messageUuid }) => messageUuid}
      openId={id}
      onOpen={(chosen, replace) => set({ id: chosen }, replace)}
      bar={
        <>
          <Search
            label="Search messages by number, text, sender ID, message or batch UUID"
            placeholder="Number, text or UUID"
            value={search}
            onSearch={(text) => set({ search: text })}
          />
          <select
            aria-label="State"
            value={state}
            onChange={({ currentTarget }) => set({ state: currentTarget.value })}
          >
            <option value="">Any state</option>
            {STATES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          {batch !== '' && (
            <button type="button" class="small" onClick={() => set({ batch: undefined })}>
              Batch {batch.slice(0, 8)} ×<span class="visually-hidden"> show all batches</span>
            </button>
          )}
        </>
      }
      count={(total) => plural(total, 'message')}
      empty={<NoMessages isFiltered={isFiltered} />}
      detail={(open, close) => <MessageDetail uuid={open} onClose={close} />}
    />
  );
}

function NoMessages({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No message matches">
        <p>A search looks at numbers, texts, sender IDs and UUIDs.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No message yet">
      <p>Send one and it is here at once:</p>
      <SendExample />
    </EmptyState>
  );
}
