import { verdictOfRule } from '../../domain/rules/carrier-rules.ts';
import { receiptCodeProblem } from '../../domain/rules/receipt-codes.ts';
import { ADDITIONAL_ATTEMPTS } from '../../domain/rules/webhook-deliveries.ts';
import { bareNumber, type CarrierDefault, type Latency, type NumberRule } from '../../domain/state/state.ts';
import type { CarrierVerdict } from '../../domain/state/transaction.ts';
import { type Duration, parseDuration } from '../time/duration.ts';
import type {
  CarrierChange,
  CarrierDecision,
  CarrierOptions,
  CarrierRule,
  CarrierSettings,
} from './options.ts';
import { shown } from './shown.ts';

/** Explains why the code of a setting, rule or decision cannot be that of a failure. No other outcome uses the code. */
export function carrierCodeProblem({ outcome, code }: OutcomeAndCode): string | undefined {
  return outcome === 'fail' ? receiptCodeProblem(false, code) : undefined;
}

interface OutcomeAndCode {
  readonly outcome?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * The carrier in the form of the state. @param rules - The current rules, which stay unless the settings contain
 * others.
 */
export function carrierDefault(settings: CarrierChange, rules?: readonly NumberRule[]): CarrierDefault {
  const { outcome = 'deliver', code, after = 0 } = settings;
  const effective = settings.rules === undefined ? rules : settings.rules.map(numberRule);
  return {
    outcome,
    code,
    afterMs: latencyOf(after),
    ...(effective !== undefined && effective.length > 0 && { rules: effective }),
  };
}

function numberRule({ to = '*', channel, ...decision }: CarrierRule): NumberRule {
  return { to: bareNumber(to), channel, ...decided(decision) };
}

/** The waiting times before additional attempts, at most five. */
export function retryDelays(delays: readonly Duration[] = ['10s', '30s', '2m', '10m', '30m']): number[] {
  return delays.slice(0, ADDITIONAL_ATTEMPTS).map(milliseconds);
}

/** The configured rule in code, with its decisions in the form of the carrier. */
export function carrierRule({
  rule,
}: CarrierOptions): (to: string, channel: string) => CarrierVerdict | undefined {
  return (to, channel) => {
    const decision = rule?.({ to, channel });
    if (decision === undefined) return undefined;
    const problem = carrierCodeProblem(decision);
    if (problem === undefined) return verdictOfRule(decided(decision));
    throw new TypeError(`The receipt code of a carrier rule ${JSON.stringify(decision.code)} ${problem}.`);
  };
}

function decided({ outcome, code, description, after = 0 }: CarrierDecision): Omit<NumberRule, 'to'> {
  return { outcome, code, description, afterMs: milliseconds(after) };
}

function latencyOf(after: Exclude<CarrierSettings['after'], undefined>): Latency {
  if (typeof after !== 'object') return milliseconds(after);
  return { min: milliseconds(after.min), max: milliseconds(after.max) };
}

/** Milliseconds of a duration from code or configuration; a wrong one is the programmer's mistake. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration);
  if (parsed !== undefined) return parsed;
  throw new TypeError(
    `${shown(duration)} is not a duration. Pass milliseconds, or text such as "250ms", "30s", "10m", "2h" or "1d".`,
  );
}
