import { Fragment } from 'preact';
import type { MessageView, TimelineResponse, TimelineStep } from '../api/types.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { spanOf } from '../format.ts';
import { ObjectLink } from '../objects/object-link.tsx';
import { describeStep } from './timeline-steps.ts';

/** The steps of a message in order of time. The gaps between them say how long they are. */
export function Timeline({ timeline: { message, steps } }: { readonly timeline: TimelineResponse }) {
  return (
    <ol class="timeline">
      {steps.map((step, index) => (
        <Fragment key={index}>
          <Gap from={steps[index - 1]?.at} to={step.at} />
          <Step step={step} message={message} />
        </Fragment>
      ))}
      {message.resolvedAt === null && (
        <li class="timeline-open">
          <span class="dim">{message.state === 'sent' ? 'No receipt yet' : 'Not sent yet'}</span>
        </li>
      )}
    </ol>
  );
}

function Step({ step, message }: { readonly step: TimelineStep; readonly message: MessageView }) {
  const { name, kind, note, link } = describeStep(step, message);
  return (
    <li class={`timeline-${kind}`}>
      <b>{name}</b> <Timestamp at={step.at} />
      {link !== undefined && (
        <span class="timeline-link">
          <ObjectLink
            kind={link.kind}
            id={link.id}
            parameters={'seq' in step ? { entry: String(step.seq) } : {}}
          >
            {link.text}
          </ObjectLink>
        </span>
      )}
      {note !== undefined && (
        <span class="timeline-note" dir="auto">
          {note}
        </span>
      )}
    </li>
  );
}

function Gap({ from, to }: { readonly from: string | undefined; readonly to: string }) {
  const ms = from === undefined ? 0 : Date.parse(to) - Date.parse(from);
  if (ms <= 0) return null;
  return <li class="timeline-gap">after {spanOf(ms)}</li>;
}
