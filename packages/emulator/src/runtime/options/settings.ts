import { ADDITIONAL_ATTEMPTS } from '../../domain/rules/deliveries.ts';
import { RECEIPTS, receiptCodeProblem } from '../../domain/rules/receipts.ts';
import type { CarrierDefault, Latency } from '../../domain/state/state.ts';
import type { CarrierVerdict } from '../../domain/state/transaction.ts';
import { type Duration, parseDuration } from '../time/duration.ts';
import { Glob } from './glob.ts';
import type {
  CarrierAttempt,
  CarrierDecision,
  CarrierOptions,
  CarrierRule,
  CarrierSettings,
} from './options.ts';

/** Explains why the code of a setting, rule or decision cannot be that of a failure. No other outcome uses the code. */
export function carrierCodeProblem({ outcome, code }: OutcomeAndCode): string | undefined {
  return outcome === 'fail' ? receiptCodeProblem(false, code) : undefined;
}

interface OutcomeAndCode {
  readonly outcome?: string | undefined;
  readonly code?: string | undefined;
}

/** Refuses what rule functions return and `setCarrier` takes, which no schema has checked. */
function requireCodeOfOutcome(settings: OutcomeAndCode, where: string): void {
  const problem = carrierCodeProblem(settings);
  if (problem !== undefined) throw new TypeError(`${where} ${JSON.stringify(settings.code)} ${problem}.`);
}

/** The carrier's default as the state holds it. */
export function carrierDefault(settings: CarrierSettings): CarrierDefault {
  requireCodeOfOutcome(settings, 'carrier.code');
  const { outcome = 'deliver', code, after = 0 } = settings;
  return { outcome, code, afterMs: latencyOf(after) };
}

/** The waiting times before additional attempts: as many as are given, at most five. */
export function retryDelays(delays: readonly Duration[] = ['10s', '30s', '2m', '10m', '30m']): number[] {
  return delays.slice(0, ADDITIONAL_ATTEMPTS).map(milliseconds);
}

/** The configured rules as one function: the one in code first, then the list in order. */
export function carrierRule({
  rule,
  rules = [],
}: CarrierOptions): (to: string, channel: string) => CarrierVerdict | undefined {
  const listed = rules.map((entry) => ({ entry, matches: matcher(entry) }));
  return (to, channel) => {
    const decision = rule?.({ to, channel }) ?? listed.find(({ matches }) => matches({ to, channel }))?.entry;
    return decision === undefined ? undefined : verdictOf(decision);
  };
}

function matcher({ to = '*', channel }: CarrierRule): (attempt: CarrierAttempt) => boolean {
  const pattern = new Glob(to.replace(/^\+/, ''));
  return (attempt) => (channel === undefined || channel === attempt.channel) && pattern.matches(attempt.to);
}

function verdictOf(decision: CarrierDecision): CarrierVerdict {
  requireCodeOfOutcome(decision, 'The receipt code of a carrier rule');
  const { outcome, code, description, after = 0 } = decision;
  switch (outcome) {
    case 'deliver':
      return { kind: 'deliver', afterMs: milliseconds(after) };
    case 'fail':
      return {
        kind: 'fail',
        code: code ?? RECEIPTS.noResponse.code,
        description,
        afterMs: milliseconds(after),
      };
    default:
      return { kind: outcome };
  }
}

function latencyOf(after: Exclude<CarrierSettings['after'], undefined>): Latency {
  if (typeof after !== 'object') return milliseconds(after);
  return { min: milliseconds(after.min), max: milliseconds(after.max) };
}

/** Milliseconds of a duration from code or configuration; a faulty one is the programmer's mistake. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration);
  if (parsed !== undefined) return parsed;
  throw new TypeError(
    `${JSON.stringify(duration)} is not a duration: give milliseconds, or text such as "30s" or "10m".`,
  );
}
