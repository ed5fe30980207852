import type { MessageView } from '../api/types.ts';

/** A step in the life of a message. */
export interface TimelineStep {
  readonly name: 'Queued' | 'Due' | 'Sent' | 'Delivered' | 'Failed';
  /** When it happened or will happen. */
  readonly at: string;
  /** The class of its dot. */
  readonly kind: 'done' | 'open' | 'delivered' | 'failed';
  readonly note?: string | undefined;
}

/** The steps of a message so far, in order. A scheduled message that was not sent has the open step `Due`. */
export function timelineSteps({
  queuedAt,
  sendAt,
  sentAt,
  resolvedAt,
  state,
  receipt,
  channel,
}: MessageView): TimelineStep[] {
  const steps: TimelineStep[] = [{ name: 'Queued', at: queuedAt, kind: 'done' }];
  if (sendAt !== null)
    steps.push({ name: 'Due', at: sendAt, kind: sentAt === null ? 'open' : 'done', note: 'scheduled' });
  if (sentAt !== null)
    steps.push({
      name: 'Sent',
      at: sentAt,
      kind: 'done',
      note: channel === null ? undefined : `by ${channel}`,
    });
  if (resolvedAt === null) return steps;
  const note = receipt === null ? undefined : `${receipt.code} ${receipt.description}`;
  const isFailed = state === 'failed';
  return [
    ...steps,
    {
      name: isFailed ? 'Failed' : 'Delivered',
      at: resolvedAt,
      kind: isFailed ? 'failed' : 'delivered',
      note,
    },
  ];
}
