import type { CarrierRule } from '@messaging-service/stories';
import { handOver, type Outcome } from '../domain/rules/carrier.ts';
import { RECEIPTS, receiptOf } from '../domain/rules/receipt-codes.ts';
import { bareNumber, type Message, type State } from '../domain/state/state.ts';
import type { Policy } from '../domain/state/transaction.ts';

/** What the network did, without what decided it. */
type Done = Pick<Outcome, 'channel' | 'report'>;

/**
 * The rules with which a network does with a message what it did: none if it would do so anyway. Whatever decided then, such as
 * a rule in code, a default that was changed later or a range of times, a rule for the number says it in a test.
 */
export function rulesFor(
  message: Message,
  isByHand: boolean,
  state: State,
  policy: Policy,
): readonly CarrierRule[] | undefined {
  const recorded = recordedOutcome(message, isByHand);
  if (recorded === undefined) return undefined;
  const predicted = handOver(message, state, policy);
  return isSame(predicted, recorded) ? undefined : rulesOf(message, recorded);
}

/** What the network did with a message; undefined if it did not get it. */
function recordedOutcome(
  { sentAt, channel, receipt, resolvedAt, state, decidedBy }: Message,
  isByHand: boolean,
): Done | undefined {
  if (state === 'queued' || decidedBy?.kind === 'no-credits') return undefined;
  if (sentAt === undefined || channel === undefined)
    return receipt && { channel: undefined, report: { delivered: false, receipt, afterMs: 0 } };
  if (resolvedAt === undefined || receipt === undefined || isByHand) return { channel, report: undefined };
  return {
    channel,
    report: { delivered: state === 'delivered', receipt, afterMs: Math.max(0, resolvedAt - sentAt) },
  };
}

function isSame(a: Done, b: Done): boolean {
  return (
    a.channel === b.channel &&
    a.report?.delivered === b.report?.delivered &&
    a.report?.afterMs === b.report?.afterMs &&
    a.report?.receipt.code === b.report?.receipt.code &&
    a.report?.receipt.description === b.report?.receipt.description
  );
}

function rulesOf({ to: written, batch: { channels } }: Message, { channel, report }: Done): CarrierRule[] {
  const to = bareNumber(written);
  if (channel === undefined) return [{ to, outcome: 'refuse' }];
  const isUnsupported = report?.receipt.code === RECEIPTS.unsupported.code;
  const skipped = isUnsupported ? channels : channels.slice(0, channels.indexOf(channel));
  const fallbacks = skipped.map((one) => ({ to, channel: one, outcome: 'unsupported' as const }));
  if (isUnsupported) return fallbacks;
  return [...fallbacks, { to, ...(channels.length > 1 && { channel }), ...decisionOf(report) }];
}

function decisionOf(report: Outcome['report']): Omit<CarrierRule, 'to'> {
  if (report === undefined) return { outcome: 'hold' };
  const { delivered, receipt, afterMs } = report;
  const after = afterMs > 0 ? { after: afterMs } : {};
  if (delivered) return { outcome: 'deliver', ...after };
  const { code, description } = receipt;
  const own = description === receiptOf(code).description ? {} : { description };
  return { outcome: 'fail', code, ...own, ...after };
}
