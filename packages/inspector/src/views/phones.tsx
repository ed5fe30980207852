import { useEffect, useRef, useState } from 'preact/hooks';
import { call, query } from '../api/call.ts';
import type { Accounts, Conversation, Handset } from '../api/wire.ts';
import { count } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { useRows } from '../live/use-rows.ts';
import { perform } from '../parts/notices.tsx';
import { Search } from '../parts/search.tsx';
import { Chip, Empty, Moment } from '../parts/small.tsx';
import { type Column, VirtualGrid } from '../parts/virtual-grid.tsx';
import { go, href } from '../route.ts';
import { Bubbles } from './bubbles.tsx';
import { SendExample } from './examples.tsx';
import type { ViewProps } from './view.ts';

const COLUMNS: readonly Column<Handset>[] = [
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
          <span class="handset-text">{text}</span>
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
  const rows = useRows<Handset>({
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

function Phone({ number, search }: { readonly number: string; readonly search: string }) {
  const { data, error } = useResource<Conversation>(
    `/handsets/${encodeURIComponent(number)}${query({ limit: 500 })}`,
  );
  const end = useRef<HTMLDivElement>(null);
  const length = (data?.messages.length ?? 0) + (data?.inbound.length ?? 0);
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [length]);
  return (
    <div class="phone">
      <header class="detail-head">
        <a class="back" href={href('phones', { search })}>
          ‹ <span class="visually-hidden">All </span>Handsets
        </a>
        <h2>+{number}</h2>
        <a href={href('messages', { search: number })}>
          <span class="visually-hidden">Its </span>Messages
        </a>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard. */}
      <div class="phone-screen" role="log" aria-label="Conversation" tabIndex={0}>
        {error !== undefined && <Empty title={error} />}
        {data !== undefined && length === 0 && (
          <Empty title="Nothing was said on this phone yet">
            <p>Write below to send an inbound message to a sender ID that an account owns.</p>
          </Empty>
        )}
        {data !== undefined && <Bubbles conversation={data} />}
        <div ref={end} />
      </div>
      {data !== undefined && <ReplyBox conversation={data} />}
    </div>
  );
}

/** What a person types on the phone: an inbound message to the sender ID of the latest message, or to another one. */
function ReplyBox({ conversation: { number, messages } }: { readonly conversation: Conversation }) {
  const accounts = useResource<Accounts>('/accounts').data;
  const wroteHere = [...new Set(messages.toReversed().map(({ from }) => from))];
  const owned = accounts?.accounts.filter(({ deleted }) => !deleted).flatMap(({ senders }) => senders) ?? [];
  const senders = [...new Set([...wroteHere, ...owned])];
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const to = chosen ?? senders[0] ?? '';
  const send = async () => {
    if (text.trim() === '' || to === '') return;
    const isSent = await perform(
      () => call('POST', '/inbound', { from: number, to, message: text }),
      `+${number} wrote to ${to}.`,
    );
    if (isSent) setText('');
  };
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="reply-to">
        <span>To</span>
        <select
          value={to}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          aria-label="Sender ID to write to"
        >
          {senders.map((sender) => (
            <option key={sender} value={sender}>
              {sender}
            </option>
          ))}
        </select>
      </label>
      <textarea
        rows={1}
        aria-label={`Write as +${number}`}
        placeholder="Write as this handset"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <button type="submit" class="primary" disabled={text.trim() === '' || to === ''}>
        Send
      </button>
    </form>
  );
}
