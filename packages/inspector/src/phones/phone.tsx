import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { AccountsResponse, Conversation } from '../api/types.ts';
import { runAction } from '../components/notices.tsx';
import { plural, senderText } from '../format.ts';
import { Select } from '../forms/select.tsx';
import { isDialogOpen, isPlainKey, useKeys } from '../lists/use-keys.ts';
import { useResource } from '../live/use-resource.ts';
import { Related } from '../objects/related.tsx';
import { href } from '../routing/route.ts';
import { openSend } from '../sending/send-dialog.tsx';
import { CopyStory } from '../stories/copy-story.tsx';
import { query } from '../values.ts';
import { PhoneScreen, useConversation } from './phone-screen.tsx';
import { lookAt } from './unread.ts';

interface PhoneProps {
  readonly number: string;
  /** The search of the list of handsets, for the way back to it. */
  readonly q: string;
}

/** A handset: its conversation, and a box to write as its owner. */
export function Phone({ number, q }: PhoneProps) {
  const shown = useConversation(number);
  const conversation = shown.resource.data;
  useEffect(() => lookAt(number), [number]);
  return (
    <div class="phone">
      <header class="detail-head">
        <a class="back" href={href('phones', { q })}>
          ‹ <span class="visually-hidden">All </span>
          <span class="back-name">Phones</span>
        </a>
        <h2>+{number}</h2>
        <button type="button" class="small quiet" onClick={() => openSend({ isBatch: false, to: number })}>
          Send to it
        </button>
        {conversation !== undefined && conversation.total > 0 && <CopyStory of={{ phone: number }} />}
      </header>
      <PhoneRelated number={number} />
      <PhoneScreen shown={shown} />
      {conversation !== undefined && <ReplyBox conversation={conversation} />}
    </div>
  );
}

/** The text field of the phone: it sends an inbound message to the sender ID of the latest message, or to another one. */
function ReplyBox({ conversation: { number, lines } }: { readonly conversation: Conversation }) {
  const accounts = useResource<AccountsResponse>('/accounts').data;
  const wroteHere = lines.toReversed().flatMap((line) => ('mo_uuid' in line ? [] : line.from));
  const owned = accounts?.accounts.filter(({ deleted }) => !deleted).flatMap(({ senders }) => senders) ?? [];
  const senders = [...new Set([...wroteHere, ...owned])];
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const to = chosen ?? senders[0] ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys((event) => {
    if (!isPlainKey(event, 'r') || isDialogOpen()) return;
    event.preventDefault();
    field.current?.focus();
  });
  const send = async () => {
    if (text.trim() === '' || to === '' || isSending) return;
    setSending(true);
    const isSent = await runAction(
      () => call('POST', '/inbound', { from: number, to, message: text }),
      `+${number} wrote to ${senderText(to)}.`,
    );
    if (isSent) setText('');
    setSending(false);
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
        <Select
          value={to}
          onValue={setChosen}
          aria-label="Sender ID to write to"
          options={senders.map((sender) => [sender, senderText(sender)] as const)}
        />
      </label>
      <textarea
        ref={field}
        aria-keyshortcuts="r"
        rows={1}
        dir="auto"
        aria-label={`Write as +${number}`}
        placeholder="Write as this phone"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <button type="submit" class="primary" disabled={text.trim() === '' || to === '' || isSending}>
        Send
      </button>
    </form>
  );
}

/** The lists with what is about a handset. A request to it may have been refused, so that its conversation misses it. */
function PhoneRelated({ number }: { readonly number: string }) {
  const refused = { q: `to:+${number} status:4xx` };
  const path = `/requests${query({ ...refused, offset: 0, limit: 1 })}`;
  const { total = 0 } = useResource<{ total: number }>(path).data ?? {};
  return (
    <div class="phone-related">
      <Related subject="phone" of={{ phone: number }} />
      {total > 0 && <a href={href('requests', refused)}>{plural(total, 'refused request')}</a>}
    </div>
  );
}
