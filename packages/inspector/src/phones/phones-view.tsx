import type { HandsetView } from '../api/types.ts';
import { Search } from '../components/search.tsx';
import { SendExample } from '../components/send-example.tsx';
import { Chip, Empty, Moment, Words } from '../components/small.tsx';
import { type Column, VirtualGrid } from '../components/virtual-grid.tsx';
import { count } from '../format.ts';
import { useRows } from '../live/use-rows.ts';
import { go } from '../routing/route.ts';
import type { ViewProps } from '../routing/view-props.ts';
import { Phone } from './phone.tsx';

const COLUMNS: readonly Column<HandsetView>[] = [
  {
    name: 'Handset',
    cell: ({ number, text, latestAt, state, messages }) => (
      <span class="handset">
        <span class="handset-line">
          <b>+{number}</b>
          <span class="handset-when">
            <Moment at={latestAt} />
          </span>
        </span>
        <span class="handset-line">
          <Words of={text} />
          {state === 'inbound' ? <Chip kind="inbound">reply</Chip> : <Chip kind={state}>{state}</Chip>}
        </span>
        <span class="visually-hidden">, {count(messages)} messages</span>
      </span>
    ),
  },
];

const asNumber = (text: string) => text.replaceAll(/[\s+()-]/g, '');

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
            onEnter={(text) => /^\d{7,15}$/.test(asNumber(text)) && open(asNumber(text))}
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
          <Empty title="No handset is chosen">
            <p>
              Choose one to read what it was sent and to answer, or type a number into the search and press
              Enter.
            </p>
          </Empty>
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
  const number = asNumber(search);
  if (search === '') {
    return (
      <Empty title="No message yet">
        <p>Send one and its handset is here at once:</p>
        <SendExample />
      </Empty>
    );
  }
  return (
    <Empty title="No handset matches">
      {/^\d{7,15}$/.test(number) && (
        <button type="button" onClick={() => onOpen(number)}>
          Hold the phone +{number}
        </button>
      )}
    </Empty>
  );
}
