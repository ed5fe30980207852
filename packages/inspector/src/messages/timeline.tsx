import type { MessageView } from '../api/types.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { spanOf } from '../format.ts';
import { timelineSteps } from './timeline-steps.ts';

/** The steps of a message, with the time between them. */
export function Timeline({ message }: { readonly message: MessageView }) {
  const steps = timelineSteps(message);
  return (
    <ol class="timeline">
      {steps.map(({ name, at, kind, note }, index) => (
        <li key={name} class={`timeline-${kind}`}>
          <b>{name}</b> <Timestamp at={at} />
          <TimeSince from={steps[index - 1]?.at} to={at} />
          {note !== undefined && <span class="timeline-note">{note}</span>}
        </li>
      ))}
      {message.resolvedAt === null && (
        <li class="timeline-open">
          <span class="dim">{message.state === 'sent' ? 'No receipt yet' : 'Not sent yet'}</span>
        </li>
      )}
    </ol>
  );
}

function TimeSince({ from, to }: { readonly from: string | undefined; readonly to: string }) {
  if (from === undefined || from === to) return null;
  return <span class="dim"> after {spanOf(Date.parse(to) - Date.parse(from))}</span>;
}
