import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { Conversation, InboundView, MessageView, ReceiptCodesResponse } from '../api/types.ts';
import { Form } from '../components/form.tsx';
import { perform } from '../components/notices.tsx';
import { Chip, Moment } from '../components/small.tsx';
import { dayOf, plural, spanOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';

type Said = { readonly at: string; readonly day: string } & (
  | { readonly message: MessageView }
  | { readonly inbound: InboundView }
);

/** When a handset has it: one that is scheduled comes last, whenever it was queued. */
function said({ messages, inbound }: Conversation): Said[] {
  const outgoing = messages.map((message) => {
    const at = message.sentAt ?? message.sendAt ?? message.queuedAt;
    return { at, day: dayOf(at), message };
  });
  const incoming = inbound.map((payload) => ({ at: payload.at, day: dayOf(payload.at), inbound: payload }));
  return [...outgoing, ...incoming].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What was said on a handset, as its screen shows it. */
export function Bubbles({ conversation }: { readonly conversation: Conversation }) {
  const lines = said(conversation);
  return (
    <ol class="bubbles">
      {lines.map((line, index) => (
        <li key={'message' in line ? line.message.messageUuid : line.inbound.mo_uuid}>
          {line.day !== lines[index - 1]?.day && <p class="day">{line.day}</p>}
          {'message' in line ? <Received message={line.message} /> : <Replied inbound={line.inbound} />}
        </li>
      ))}
    </ol>
  );
}

function Replied({ inbound: { message, to, at, channel } }: { readonly inbound: InboundView }) {
  return (
    <div class="bubble bubble-reply">
      <p class="bubble-text" dir="auto">
        {message}
      </p>
      <p class="bubble-meta">
        to {to} · {channel} · <Moment at={at} />
      </p>
    </div>
  );
}

function Received({ message }: { readonly message: MessageView }) {
  const { from, body, channel, units, state, receipt } = message;
  const isWaiting = state === 'queued' || state === 'sent';
  return (
    <div class={`bubble ${state === 'scheduled' ? 'bubble-scheduled' : ''}`}>
      <p class="bubble-from">{from}</p>
      <p class="bubble-text" dir="auto">
        {body}
      </p>
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
      {isWaiting && <Verdict uuid={message.messageUuid} />}
    </div>
  );
}

function When({ message: { state, sendAt, sentAt, queuedAt } }: { readonly message: MessageView }) {
  const now = useNow();
  if (state !== 'scheduled' || sendAt === null) return <Moment at={sentAt ?? queuedAt} />;
  return (
    <>
      <Moment at={sendAt} />, in {spanOf(Date.parse(sendAt) - now)}
    </>
  );
}

/** Plays the network for a message that waits: it is delivered, or fails with a code. */
export function Verdict({ uuid }: { readonly uuid: string }) {
  const [isFailing, setFailing] = useState(false);
  const codes = useResource<ReceiptCodesResponse>(isFailing ? '/receipt-codes' : undefined).data;
  const deliver = () =>
    perform(() => call('POST', `/messages/${uuid}/deliver`, {}), 'The message is delivered.');
  const fail = ({ code = '' }: Readonly<Record<string, string>>) =>
    perform(
      () => call('POST', `/messages/${uuid}/fail`, { code }),
      `The message has failed with code ${code}.`,
    );
  if (!isFailing) {
    return (
      <div class="verdict">
        <button type="button" class="small" onClick={() => void deliver()}>
          Deliver
        </button>
        <button type="button" class="small" onClick={() => setFailing(true)}>
          Fail…
        </button>
      </div>
    );
  }
  return (
    <Form class="verdict" onValues={fail}>
      <input
        name="code"
        list="receipt-codes"
        required
        defaultValue="22"
        pattern="[0-9A-Fa-f]{1,8}"
        title="A hexadecimal receipt code"
        aria-label="Receipt code"
        class="short"
      />
      <datalist id="receipt-codes">
        {codes?.codes
          .filter(({ code }) => code !== '00')
          .map(({ code, description }) => (
            <option value={code} key={code}>
              {description}
            </option>
          ))}
      </datalist>
      <button type="submit" class="small danger">
        Fail
      </button>
      <button type="button" class="small quiet" onClick={() => setFailing(false)}>
        Cancel
      </button>
    </Form>
  );
}
