import { visible } from '@messaging-service/text';
import { useState } from 'preact/hooks';
import type { Conversation, InboundView, MessageView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { dayOf, plural, senderText, spanOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { OneTimeCode } from '../objects/one-time-code.tsx';
import { ResolveMessage } from '../objects/resolve-message.tsx';
import { Why } from '../objects/why.tsx';
import { href } from '../routing/route.ts';
import { CancelBatch } from '../sending/cancel-batch.tsx';
import { timeOfLine } from './line-time.ts';

/** The conversation of a handset, as its screen shows it. */
export function Bubbles({ conversation }: { readonly conversation: Conversation }) {
  const { lines } = conversation;
  const days = lines.map((line) => dayOf(timeOfLine(line)));
  return (
    <ol class="bubbles">
      {lines.map((line, index) => (
        <li key={'mo_uuid' in line ? line.mo_uuid : line.messageUuid}>
          {days[index] !== days[index - 1] && <p class="day">{days[index]}</p>}
          {'mo_uuid' in line ? <Replied inbound={line} /> : <Received message={line} />}
        </li>
      ))}
    </ol>
  );
}

function Replied({ inbound }: { readonly inbound: InboundView }) {
  const { message, to, at, channel, webhook } = inbound;
  const isUnheard = webhook !== null && webhook.attempts > 0 && webhook.state !== 'succeeded';
  return (
    <div class="bubble bubble-reply">
      <p class="bubble-text" dir="auto">
        {visible(message)}
      </p>
      <p class="bubble-meta">
        to {senderText(to)} · {channel} · <Timestamp at={at} />
        {isUnheard && <Chip kind="failed">webhook · {webhook.status ?? 'no response'}</Chip>}
      </p>
      <WhyReply id={inbound.mo_uuid} message={message} />
    </div>
  );
}

/** The reason for the outcome of a reply, read when the user opens it: a conversation can be long. */
function WhyReply({ id, message }: { readonly id: string; readonly message: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="bubble-why" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary aria-label={`Why: ${message}`}>Why</summary>
      {isOpen && <Why id={id} />}
    </details>
  );
}

function Received({ message }: { readonly message: MessageView }) {
  const { from, body, channel, units, state, receipt } = message;
  const isWaiting = state === 'queued' || state === 'sent';
  return (
    <div class={`bubble ${state === 'scheduled' ? 'bubble-scheduled' : ''}`}>
      <p class="bubble-from">{senderText(from)}</p>
      <p class="bubble-text" dir="auto">
        {visible(body)}
      </p>
      <OneTimeCode of={body} />
      <p class="bubble-meta">
        <Chip kind={state}>{state}</Chip>
        {receipt !== null && state === 'failed' && (
          <b>
            {receipt.code} {receipt.description}
          </b>
        )}
        <span>
          {channel ?? 'no channel yet'} · {plural(units, 'unit')} · <When message={message} />
        </span>
        <a href={href('messages', { id: message.messageUuid })} aria-label={`Details of the message ${body}`}>
          Details
        </a>
      </p>
      {isWaiting && <ResolveMessage uuid={message.messageUuid} />}
      {state === 'scheduled' && <CancelBatch uuid={message.batchUuid} accountUuid={message.accountUuid} />}
    </div>
  );
}

function When({ message: { state, sendAt, sentAt, queuedAt } }: { readonly message: MessageView }) {
  const now = useNow();
  if (state !== 'scheduled' || sendAt === null) return <Timestamp at={sentAt ?? queuedAt} />;
  return (
    <>
      <Timestamp at={sendAt} />, in {spanOf(Date.parse(sendAt) - now)}
    </>
  );
}
