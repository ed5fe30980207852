import type { HandsetView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { MessageText } from '../components/message-text.tsx';
import { Search } from '../components/search.tsx';
import { SendExample } from '../components/send-example.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { type Column, VirtualGrid } from '../components/virtual-grid.tsx';
import { count } from '../format.ts';
import { useRows } from '../live/use-rows.ts';
import { go, type ViewProps } from '../routing/route.ts';
import { Phone } from './phone.tsx';
import { phoneNumberIn } from './phone-number.ts';

const COLUMNS: readonly Column<HandsetView>[] = [
  {
    name: 'Handset',
    cell: ({ number, text, latestAt, state, messages }) => (
      <span class="handset">
        <span class="handset-line">
          <b>+{number}</b>
          <span class="handset-when">
            <Timestamp at={latestAt} />
          </span>
        </span>
        <span class="handset-line">
          <MessageText text={text} />
          {state === 'inbound' ? <Chip kind="inbound">reply</Chip> : <Chip kind={state}>{state}</Chip>}
        </span>
        <span class="visually-hidden">, {count(messages)} messages</span>
      </span>
    ),
  },
];

/** Handsets as conversations: what each was sent, and what it answers. */
export function PhonesView({ parameters }: ViewProps) {
  const { number, search = '' } = parameters;
  const rows = useRows<HandsetView>({
    path: '/handsets',
    parameters: { search },
    member: 'handsets',
    newestLast: false,
  });
  const open = (opened: string) =>
    go('phones', { number: opened, search }, { replace: number !== undefined });
  return (
    <div class={`split ${number === undefined ? '' : 'split-open'}`}>
      <section class="split-list" aria-label="Handsets">
        <div class="bar">
          <Search
            label="Search handsets by number or latest text, or type a number to hold that phone"
            placeholder="Number or text"
            value={search}
            onSearch={(text) => go('phones', { number, search: text }, { replace: true })}
            onEnter={(text) => {
              const typed = phoneNumberIn(text);
              if (typed !== undefined) open(typed);
            }}
          />
        </div>
        {rows.total === 0 ? (
          <NoHandsets search={search} onOpen={open} />
        ) : (
          <VirtualGrid
            label="Handsets, newest first"
            layout="grid-handsets"
            headless
            rows={rows}
            columns={COLUMNS}
            rowHeight={60}
            idOf={(handset) => handset.number}
            selected={number}
            onSelect={open}
          />
        )}
      </section>
      <section
        class="split-detail"
        aria-label={number === undefined ? 'Conversation' : `Conversation of +${number}`}
      >
        {number === undefined ? (
          <EmptyState title="No handset is chosen">
            <p>
              Choose one to read what it was sent and to answer, or type a number into the search and press
              Enter.
            </p>
          </EmptyState>
        ) : (
          <Phone number={number} search={search} key={number} />
        )}
      </section>
    </div>
  );
}

function NoHandsets({
  search,
  onOpen,
}: {
  readonly search: string;
  readonly onOpen: (number: string) => void;
}) {
  const number = phoneNumberIn(search);
  if (search === '') {
    return (
      <EmptyState title="No message yet">
        <p>Send one and its handset is here at once:</p>
        <SendExample />
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No handset matches">
      {number !== undefined && (
        <button type="button" onClick={() => onOpen(number)}>
          Hold the phone +{number}
        </button>
      )}
    </EmptyState>
  );
}
