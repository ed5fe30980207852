import type { HandsetView } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FindField } from '../find/find-field.tsx';
import { PHONE_OPERATORS } from '../find/operators.ts';
import { useRows } from '../live/rows.ts';
import { go, href, type ViewProps } from '../routing/route.ts';
import { HandsetList } from './handset-list.tsx';
import { Phone } from './phone.tsx';
import { phoneNumberIn } from './phone-number.ts';

/** Handsets as conversations: the messages to each handset and its replies. */
export function PhonesView({ parameters }: ViewProps) {
  const { number, q = '' } = parameters;
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
  return (
    <div class={`split ${number === undefined ? '' : 'split-open'}`}>
      <section class="split-list" aria-label="Handsets">
        <div class="bar">
          <FindField
            label="Search handsets, or type a number to open that phone"
            placeholder="Number or text"
            operators={PHONE_OPERATORS}
            q={q}
            problem={rows.problem}
            onSearch={search}
            onEnter={(text) => {
              const typed = phoneNumberIn(text);
              if (typed !== undefined) open(typed);
            }}
          />
        </div>
        <HandsetList
          rows={rows}
          q={q}
          selected={number}
          onOpen={open}
          onClear={() => search(undefined)}
          key={q}
        />
      </section>
      <section
        class="split-detail"
        aria-label={shown === undefined ? 'Conversation' : `Conversation of +${shown}`}
      >
        <Conversation number={shown} q={q} isAny={(rows.total ?? 0) > 0} />
      </section>
    </div>
  );
}

interface ConversationProps {
  readonly number: string | undefined;
  readonly q: string;
  /** Whether there is a handset to choose. */
  readonly isAny: boolean;
}

function Conversation({ number, q, isAny }: ConversationProps) {
  if (number === undefined) {
    return (
      <EmptyState title="No handset is open">
        <p>
          {isAny && 'Choose one to read what it received and to reply. '}
          Type a number into the search and press Enter to open any handset.
        </p>
      </EmptyState>
    );
  }
  const digits = phoneNumberIn(number);
  if (digits === undefined) {
    return (
      <EmptyState title="This is not a phone number">
        <p>
          The address of this page names the phone “{number}”. A phone has a number with its country code,
          such as 447700900123.
        </p>
        <a class="button" href={href('phones', { q })}>
          All handsets
        </a>
      </EmptyState>
    );
  }
  return <Phone number={digits} q={q} key={digits} />;
}
