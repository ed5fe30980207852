import { useEffect, useRef, useState } from 'preact/hooks';
import { call, query } from '../api/control-api.ts';
import type { AccountsResponse, Conversation } from '../api/types.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { runAction } from '../components/notices.tsx';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';
import { Bubbles } from './bubbles.tsx';

interface PhoneProps {
  readonly number: string;
  /** What the list of handsets is searched for, to go back to it. */
  readonly search: string;
}

/** A handset in the hand: its conversation, and a box to write as its owner. */
export function Phone({ number, search }: PhoneProps) {
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
      {/* What scrolls has to be within reach of the keyboard. */}
      <div class="phone-screen" role="log" aria-label="Conversation" tabIndex={0}>
        {error !== undefined && <EmptyState title={error} />}
        {data !== undefined && length === 0 && (
          <EmptyState title="Nothing was said on this phone yet">
            <p>Write below to send an inbound message to a sender ID that an account owns.</p>
          </EmptyState>
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
  const accounts = useResource<AccountsResponse>('/accounts').data;
  const wroteHere = [...new Set(messages.toReversed().map(({ from }) => from))];
  const owned = accounts?.accounts.filter(({ deleted }) => !deleted).flatMap(({ senders }) => senders) ?? [];
  const senders = [...new Set([...wroteHere, ...owned])];
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const to = chosen ?? senders[0] ?? '';
  const send = async () => {
    if (text.trim() === '' || to === '') return;
    const isSent = await runAction(
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
        dir="auto"
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
