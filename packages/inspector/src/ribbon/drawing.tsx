import { useMemo } from 'preact/hooks';
import type { RibbonBin, RibbonResponse } from '../api/types.ts';
import type { Period } from './period.ts';
import { SHOWN } from './window.ts';

/** The height of the drawing, and its rows: where bars stand and how high they are. */
const HEIGHT = 44;
const MESSAGES = { base: 21, height: 16 };
const REPLIES = { base: 26, height: 3 };
const WEBHOOKS = { base: 39, height: 10 };
const REFUSED = { base: 3, height: 3 };

/** Bars stay visible beside much larger ones. */
const LEAST = 2.5;

type Kind = Exclude<keyof RibbonBin, 'from' | 'to'>;

/** What each kind of mark means, by the name of its class. */
export const LEGEND = {
  message: 'messages',
  failed: 'failed or refused',
  fault: 'hit by a fault',
  reply: 'replies',
  webhook: 'webhook attempts',
  due: 'due',
  wait: 'waits for its time or a receipt',
  retry: 'waits for a retry',
  schedule: 'account schedules',
  move: 'moves of the clock',
} as const;

interface DrawingProps {
  readonly bins: readonly RibbonBin[];
  readonly moves: RibbonResponse['moves'];
  readonly shown: Period;
}

/** The marks and spans of a period: one path for each kind, however many there are. */
export function Drawing({ bins, moves, shown }: DrawingProps) {
  const step = (shown.to - shown.from) / SHOWN;
  // While time passes, only the view box moves.
  const origin = bins[0] === undefined ? shown.to : Date.parse(bins[0].from);
  const paths = useMemo(() => {
    const x = (at: string) => (Date.parse(at) - origin) / step;
    const most = (...kinds: readonly Kind[]) =>
      Math.max(1, ...bins.flatMap((bin) => kinds.map((kind) => bin[kind] ?? 0)));
    const bars = (kind: Kind, { base, height }: typeof MESSAGES, highest = 0) =>
      drawn(bins, kind, (bin, number) => {
        const size = highest === 0 ? height : Math.max(LEAST, height * Math.sqrt(number / highest));
        return `M${x(bin.from)} ${base}h${0.85 * (x(bin.to) - x(bin.from))}v${-size}H${x(bin.from)}z`;
      });
    const spans = (kind: Kind, y: number) =>
      drawn(bins, kind, (bin) => `M${x(bin.from)} ${y}H${x(bin.to)}v1.5H${x(bin.from)}z`);
    const messages = most('queued', 'delivered', 'failed', 'dueMessages', 'dueReceipts');
    const webhooks = most('attempts', 'dueAttempts');
    return [
      ['move', moves.map(({ from, to }) => `M${x(from)} 0H${x(to)}V${HEIGHT}H${x(from)}z`).join('')],
      ['wait', spans('waiting', MESSAGES.base)],
      ['retry', spans('retrying', WEBHOOKS.base)],
      ['schedule', spans('schedules', HEIGHT - 2)],
      ['due', bars('dueReceipts', MESSAGES, messages)],
      ['due', bars('dueMessages', MESSAGES, messages)],
      ['due', bars('dueAttempts', WEBHOOKS, webhooks)],
      ['due', bars('dueSchedules', { base: HEIGHT, height: 4 })],
      ['message', bars('queued', MESSAGES, messages)],
      ['message', bars('delivered', MESSAGES, messages)],
      ['failed', bars('failed', MESSAGES, messages)],
      ['reply', bars('replies', REPLIES)],
      ['webhook', bars('attempts', WEBHOOKS, webhooks)],
      ['failed', bars('failedAttempts', WEBHOOKS, webhooks)],
      ['failed', bars('refused', REFUSED)],
      ['fault', bars('faults', REFUSED)],
    ] as const;
  }, [bins, moves, step, origin]);
  return (
    <svg viewBox={`${(shown.from - origin) / step} 0 ${SHOWN} ${HEIGHT}`} preserveAspectRatio="none">
      {paths.map(([kind, path], index) => (
        <path class={`ribbon-${kind}`} d={path} key={index} />
      ))}
    </svg>
  );
}

/** The bins that have a kind, each as a part of a path. */
function drawn(
  bins: readonly RibbonBin[],
  kind: Kind,
  part: (bin: RibbonBin, number: number) => string,
): string {
  return bins.map((bin) => ((bin[kind] ?? 0) > 0 ? part(bin, bin[kind] ?? 0) : '')).join('');
}
