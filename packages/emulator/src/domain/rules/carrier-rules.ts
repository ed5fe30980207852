import type { NumberRule } from '../state/state.ts';
import type { CarrierVerdict } from '../state/transaction.ts';
import { Glob } from './glob.ts';
import { RECEIPTS } from './receipts.ts';

type Rules = readonly NumberRule[];

/** Rules by number, so that only those with a star are tried one by one. */
interface RuleIndex {
  readonly exact: ReadonlyMap<string, readonly Placed[]>;
  readonly patterns: readonly (Placed & { readonly pattern: Glob })[];
}

/** A rule with its place in the list: the first that matches decides. */
interface Placed {
  readonly place: number;
  readonly rule: NumberRule;
}

const INDEXES = new WeakMap<Rules, RuleIndex>();

/** The verdict of the first rule that applies to a number and a channel. EMU-1. */
export function verdictByRule(
  rules: Rules | undefined,
  number: string,
  channel: string,
): CarrierVerdict | undefined {
  if (rules === undefined || rules.length === 0) return undefined;
  const { exact, patterns } = indexOf(rules);
  const isFor = ({ rule }: Placed) => rule.channel === undefined || rule.channel === channel;
  const named = exact.get(number)?.find(isFor);
  const wide = patterns.find((placed) => isFor(placed) && placed.pattern.matches(number));
  const first = (named?.place ?? rules.length) < (wide?.place ?? rules.length) ? named : wide;
  return first === undefined ? undefined : verdictOfRule(first.rule);
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

function indexOf(rules: Rules): RuleIndex {
  const known = INDEXES.get(rules);
  if (known !== undefined) return known;
  const placed = rules.map((rule, place) => ({ rule, place }));
  const exact = Map.groupBy(
    placed.filter(({ rule }) => !rule.to.includes('*')),
    ({ rule }) => rule.to,
  );
  const patterns = placed
    .filter(({ rule }) => rule.to.includes('*'))
    .map((entry) => ({ ...entry, pattern: new Glob(entry.rule.to) }));
  const index = { exact, patterns };
  INDEXES.set(rules, index);
  return index;
}
