import { readPhoneNumber } from '@messaging-service/contract';
import type { HandsetView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { PHONE_OPERATORS } from '../find/operators.ts';
import { count } from '../format.ts';
import { useListening } from '../listeners.ts';
import { SearchedList } from '../lists/searched-list.tsx';
import type { Column } from '../lists/virtual-grid.tsx';
import { useRows } from '../live/rows.ts';
import { MessageText } from '../objects/message-text.tsx';
import { go, href, type ViewProps } from '../routing/route.ts';
import { FirstMessage } from '../sending/first-message.tsx';
import { NotifyButton } from './notify.tsx';
import { Phone } from './phone.tsx';
import { isUnread, listenToMarks } from './unread.ts';

const COLUMNS: readonly Column<HandsetView>[] = [
  {
    name: 'Phone',
    cell: (handset) => (
      <span class="handset">
        <span class="handset-line">
          <b>
            {isUnread(handset) && (
              <i class="unread">
                <span class="visually-hidden">Unread </span>
              </i>
            )}
            +{handset.number}
          </b>
          <span class="handset-when">
            <Timestamp at={handset.latestAt} />
          </span>
        </span>
        <span class="handset-line">
          <MessageText text={handset.text} />
          <Chip kind={handset.state}>{handset.state === 'inbound' ? 'reply' : handset.state}</Chip>
        </span>
        <span class="visually-hidden">, {count(handset.messages)} messages</span>
      </span>
    ),
  },
];

const OPEN_ANY = 'Type a number into the search and press Enter to open any phone.';

/** Phones as conversations: the messages to each phone and its replies. */
export function PhonesView({ parameters }: ViewProps) {
  const { number, q = '' } = parameters;
  useListening(listenToMarks);
  const rows = useRows<HandsetView>({
    path: '/handsets',
    parameters: { q },
    member: 'handsets',
    newestLast: false,
    idOf: (handset) => handset.number,
  });
  // The phone with the latest activity is the one that most users want to see.
  const shown = number ?? rows.rowAt(0)?.number;
  const open = (opened: string) => go('phones', { number: opened, q }, { replace: number !== undefined });
  const search = (text: string | undefined) => go('phones', { number, q: text }, { replace: true });
  const typed = readPhoneNumber(q);
  const isNone = rows.total === 0 && q.trim() === '' && number === undefined;
  return (
    <div class={`split ${number === undefined ? '' : 'split-open'} ${isNone ? 'split-none' : ''}`}>
      <section class="split-list" aria-label="Phones">
        <SearchedList
          what="phone"
          q={q}
          onSearch={search}
          onEnter={(text) => {
            const entered = readPhoneNumber(text);
            if (entered !== undefined) open(entered);
          }}
          searchLabel="Search phones, or type a number to open one"
          placeholder="Number or text"
          operators={PHONE_OPERATORS}
          after={<NotifyButton />}
          onClear={() => search(undefined)}
          empty={
            <EmptyState title="No phone yet">
              <p>{OPEN_ANY}</p>
            </EmptyState>
          }
          instead={
            typed !== undefined && (
              <p class="empty">
                <button type="button" onClick={() => open(typed)}>
                  Open the phone +{typed}
                </button>
              </p>
            )
          }
          label="Phones, newest first"
          layout="grid-handsets"
          headless
          rows={rows}
          columns={COLUMNS}
          rowHeight={3.75}
          selected={number}
          onSelect={open}
        />
      </section>
      <section
        class="split-detail"
        aria-label={shown === undefined ? 'Conversation' : `Conversation of +${shown}`}
      >
        {isNone ? <FirstMessage /> : <Conversation number={shown} q={q} isAny={(rows.total ?? 0) > 0} />}
      </section>
    </div>
  );
}

interface ConversationProps {
  readonly number: string | undefined;
  readonly q: string;
  /** Whether there is a phone to choose. */
  readonly isAny: boolean;
}

function Conversation({ number, q, isAny }: ConversationProps) {
  if (number === undefined) {
    return (
      <EmptyState title="No phone is open">
        <p>
          {isAny && 'Choose one to read what it received and to reply. '}
          {OPEN_ANY}
        </p>
      </EmptyState>
    );
  }
  const digits = readPhoneNumber(number);
  if (digits === undefined) {
    return (
      <EmptyState title="This is not a phone number">
        <p>
          The address of this page names the phone “{number}”. A phone has a number with its country code,
          such as 447700900123.
        </p>
        <a class="button" href={href('phones', { q })}>
          All phones
        </a>
      </EmptyState>
    );
  }
  return <Phone number={digits} q={q} key={digits} />;
}
