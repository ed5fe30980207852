import type { History, Selection } from './history.ts';

/** The time of the last thing that a story tells: what happened after the period does not belong to it. */
export function endOf(selection: Selection, { batches, deliveries }: History, now: number): number {
  const until = selection.kind === 'period' ? selection.until - 1 : Number.POSITIVE_INFINITY;
  const times = [
    ...batches.flatMap(({ batch: { sendAt, pending }, messages }) => [
      ...(sendAt === undefined || pending ? [] : [sendAt]),
      ...messages.flatMap(({ sentAt = 0, resolvedAt = 0 }) => [sentAt, resolvedAt]),
    ]),
    ...deliveries.flatMap(({ attempts }) => attempts.map(({ at }) => at)),
  ];
  return times.filter((at) => at <= until).reduce((latest, at) => Math.max(latest, at), now);
}
