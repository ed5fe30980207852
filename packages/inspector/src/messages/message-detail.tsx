import { visible } from '@messaging-service/text';
import type { MessageView, TimelineResponse } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Copyable, CopyButton } from '../components/copy-button.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { plural, senderText } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { encodingText } from '../objects/encoding.ts';
import { ObjectDetail } from '../objects/object-detail.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { OneTimeCode } from '../objects/one-time-code.tsx';
import { ResolveMessage } from '../objects/resolve-message.tsx';
import { Why } from '../objects/why.tsx';
import { openSend } from '../sending/send-dialog.tsx';
import { CopyStory } from '../stories/copy-story.tsx';
import { Timeline } from './timeline.tsx';

/** One message: its text, everything that happened to it, and the objects it is related to. */
export function MessageDetail({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const resource = useResource<TimelineResponse>(`/messages/${encodeURIComponent(uuid)}/timeline`);
  return (
    <ObjectDetail
      resource={resource}
      what="message"
      state={({ message: { state } }) => <Chip kind={state}>{state}</Chip>}
      onClose={onClose}
      actions={({ message }) => <Actions of={message} />}
    >
      {({ message, steps }) => (
        <>
          <Why id={uuid} />
          <blockquote class="text" dir="auto">
            {visible(message.body)}
          </blockquote>
          <OneTimeCode of={message.body} />
          <h3>Timeline</h3>
          <Timeline timeline={{ message, steps }} />
          {steps.every(({ kind }) => kind !== 'webhook') && (
            <p class="dim">
              {message.callback === null
                ? 'No webhook: the message was sent without a callback.'
                : 'No webhook yet: the receipt is sent when the message is delivered or failed.'}
            </p>
          )}
          <h3>Details</h3>
          <PropertyList
            entries={[
              ['To', <ObjectLink kind="phone" id={message.to} />],
              ['From', senderText(message.from)],
              ['Account', <ObjectLink kind="account" id={message.accountUuid} />],
              ['Encoding', `${encodingText(message.body)}, ${plural(message.units, 'part')}`],
              ['Callback', message.callback],
              ['Message', <Copyable of={message.messageUuid} label="message UUID" />],
            ]}
          />
        </>
      )}
    </ObjectDetail>
  );
}

/** The actions of a user on a message. */
function Actions({ of: { messageUuid, state, to, from, body } }: { readonly of: MessageView }) {
  const again = () => openSend({ isBatch: false, to: to.replace('+', ''), from, text: body });
  return (
    <>
      {(state === 'queued' || state === 'sent') && <ResolveMessage uuid={messageUuid} />}
      <button type="button" class="small" onClick={again}>
        Send again…
      </button>
      <CopyStory of={{ message: messageUuid }} />
      <CopyButton text={location.href} label="The link to this message">
        Copy link
      </CopyButton>
    </>
  );
}
