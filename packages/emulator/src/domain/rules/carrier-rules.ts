import type { NumberRule } from '../state/state.ts';
import type { CarrierVerdict } from '../state/transaction.ts';
import { matchesGlob } from './glob.ts';
import { RECEIPTS } from './receipt-codes.ts';

/** The verdict of the first rule that applies to a number and a channel. EMU-1. */
export function verdictByRule(
  rules: readonly NumberRule[],
  number: string,
  channel: string,
): CarrierVerdict | undefined {
  const first = rules.find(
    (rule) => (rule.channel === undefined || rule.channel === channel) && matchesGlob(rule.to, number),
  );
  return first === undefined ? undefined : verdictOfRule(first);
}

/** The decision of a rule, in the form that the carrier takes. */
export function verdictOfRule({
  outcome,
  code = RECEIPTS.noResponse.code,
  description,
  afterMs,
}: Omit<NumberRule, 'to'>): CarrierVerdict {
  if (outcome === 'deliver') return { kind: 'deliver', afterMs };
  return outcome === 'fail' ? { kind: 'fail', code, description, afterMs } : { kind: outcome };
}
