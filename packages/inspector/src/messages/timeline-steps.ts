import { visible } from '@messaging-service/text';
import type { TimelineStep } from '../api/types.ts';
import { durationText, plural } from '../format.ts';
import type { ObjectKind } from '../routing/objects.ts';

/** The texts and the link of a step in the timeline. */
export interface StepText {
  readonly name: string;
  /** The class of its dot. */
  readonly kind: 'done' | 'open' | 'delivered' | 'failed';
  readonly note?: string | undefined;
  /** The object it is about. */
  readonly link?: { readonly kind: ObjectKind; readonly id: string; readonly text: string };
}

/** The message of a timeline, as far as the links of its steps need it. */
interface Subject {
  readonly batchUuid: string;
  readonly accountUuid: string;
}

/** Describes a step in words. */
export function describeStep(step: TimelineStep, { batchUuid, accountUuid }: Subject): StepText {
  const ledger = { kind: 'account', id: accountUuid, text: 'Ledger' } as const;
  switch (step.kind) {
    case 'requested': {
      const { id, method, url, status, tookMs } = step.request;
      const note = `${method} ${url.split('?')[0]} · ${status ?? 'cut'} · ${durationText(tookMs)}`;
      const link = { kind: 'request', id: String(id), text: `Request #${id}` } as const;
      return { name: 'Requested', kind: 'done', note, link };
    }
    case 'queued':
      return { name: 'Queued', kind: 'done', link: { kind: 'batch', id: batchUuid, text: 'Batch' } };
    case 'credits-held':
    case 'credits-released':
    case 'credits-charged': {
      const name = step.kind.replace('credits-', 'Credits ');
      return { name, kind: 'done', note: plural(step.credits, 'credit'), link: ledger };
    }
    case 'due':
      return { name: 'Due', kind: step.isPlanned ? 'open' : 'done', note: 'scheduled' };
    case 'sent': {
      const skipped =
        step.skipped.length === 0 ? '' : `, because ${step.skipped.join(' and ')} is not supported`;
      return { name: 'Sent', kind: 'done', note: `by ${step.channel}${skipped}` };
    }
    case 'delivered':
    case 'failed': {
      const note = `${step.receipt.code} ${step.receipt.description}`;
      return { name: step.kind === 'failed' ? 'Failed' : 'Delivered', kind: step.kind, note };
    }
    case 'reply': {
      const link = { kind: 'phone', id: step.from, text: `+${step.from}` } as const;
      return { name: 'Reply', kind: 'done', note: visible(step.message), link };
    }
    case 'webhook':
      return describeAttempt(step);
  }
}

function describeAttempt(step: Extract<TimelineStep, { readonly kind: 'webhook' }>): StepText {
  const { isPlanned, attempt, webhook, status, error, tookMs } = step;
  const result = status === null ? (error ?? undefined) : String(status);
  const parts = [webhook, result, tookMs === null ? undefined : durationText(tookMs)];
  return {
    name: isPlanned ? `Webhook attempt ${attempt} planned` : `Webhook attempt ${attempt}`,
    kind: isPlanned ? 'open' : status === 200 ? 'delivered' : 'failed',
    note: parts.filter((part) => part !== undefined).join(' · '),
    link: { kind: 'webhook', id: step.deliveryId, text: 'Webhook' },
  };
}
