import { channelSchema, readWrittenPhoneNumber } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { receiptCodeProblem } from '../../domain/rules/receipt-codes.ts';
import {
  type CarrierDefault,
  type Decision,
  type Latency,
  type NumberRule,
} from '../../domain/state/state.ts';
import { doc, optional } from './doc.ts';
import { checkInput } from './input-check.ts';
import type {
  CarrierChange,
  CarrierDecision,
  CarrierOptions,
  CarrierRule,
  CarrierSettings,
} from './options.ts';
import { durationSchema, functionSchema, got, milliseconds, oneOf } from './values.ts';

/** The code of a receipt. */
export const receiptCodeSchema = z
  .string()
  .check(z.regex(/^[0-9A-Fa-f]{1,8}$/, 'must be a receipt code: 1 to 8 hexadecimal digits, such as "22"'));

const rangeSchema = z
  .strictObject({
    min: doc(durationSchema, 'The shortest time.', '1s'),
    max: doc(durationSchema, 'The longest time.', '5s'),
  })
  .check(
    z.refine(
      ({ min, max }) => milliseconds(min) <= milliseconds(max),
      'must have a "min" that is not above its "max"',
    ),
  );

interface OutcomeAndCode {
  readonly outcome?: string | undefined;
  readonly code?: string | undefined;
}

/** The code of a failure must not be that of a delivery. No other outcome uses the code. */
const codeOfOutcome = z.check<OutcomeAndCode>(({ value, issues }) => {
  const message = value.outcome === 'fail' ? receiptCodeProblem(false, value.code) : undefined;
  if (message !== undefined) issues.push({ code: 'custom', path: ['code'], message, input: value.code });
});

const failureCode = optional(
  receiptCodeSchema,
  'Receipt code of failures: any except `00`. Default: `22`.',
  '22',
);

const decisionShape = {
  outcome: doc(
    oneOf(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
    '`deliver`, `fail`, `hold` (no receipt comes automatically), `unsupported` (the next channel is tried) or `refuse` (no provider accepts it).',
    'fail',
  ),
  code: failureCode,
  description: optional(
    z.string(),
    'Description in the receipt of a failure. Default: that of the code.',
    'No response from the handset',
  ),
  after: optional(durationSchema, 'Emulator time from hand-over to receipt. Default: 0.', '3s'),
};

/** The decision of a rule in code. */
const carrierDecisionSchema: z.ZodMiniType<CarrierDecision> = z
  .strictObject(decisionShape)
  .check(codeOfOutcome);

const carrierRuleSchema = z
  .strictObject({
    to: optional(
      z
        .string()
        .check(
          z.refine(
            (to) => numberPattern(to) !== undefined,
            'must be a number, or a pattern with * for any digits, such as "4477009008*"',
          ),
        ),
      'Destinations: digits, with `*` for any digits. Default: all.',
      '447700900*',
    ),
    channel: optional(channelSchema, 'Channel that the rule applies to. Default: both.', 'sms'),
    ...decisionShape,
  })
  .check(codeOfOutcome);

/**
 * The maximum number of rules of a carrier, and of those with a star: each message is compared with all of the latter.
 */
const MOST_RULES = 1_000;
const MOST_PATTERNS = 100;

interface AnyRule {
  readonly to?: string | undefined;
}

/** The limits of the rules of a carrier, as an option and in a state. */
export const fewRules = [
  z.maxLength(MOST_RULES, `must have at most ${MOST_RULES} rules`),
  z.refine<readonly AnyRule[]>(
    (rules) => rules.filter(({ to = '*' }) => to.includes('*')).length <= MOST_PATTERNS,
    `must have at most ${MOST_PATTERNS} rules whose "to" is missing or has a *`,
  ),
] as const;

const carrierRulesSchema = z.array(carrierRuleSchema).check(...fewRules);

const carrierSettingsShape = z.strictObject({
  outcome: optional(
    oneOf(['deliver', 'fail', 'hold']),
    '`deliver`, `fail`, or `hold`: sent, and no receipt comes automatically. Default: `deliver`.',
    'deliver',
  ),
  code: failureCode,
  after: optional(
    z.union([durationSchema, rangeSchema], {
      error: ({ input }) =>
        typeof input === 'object' && input !== null
          ? 'must be a range such as {"min": "1s", "max": "5s"} whose "min" is not above its "max"'
          : `must be a duration such as "3s" or 3000 (milliseconds)${got(input)}`,
    }),
    'Emulator time from hand-over to receipt, or a range from which each number has its own time. Default: 0.',
    '3s',
  ),
  optOut: optional(
    z.boolean(),
    'Whether STOP from a handset makes later messages of that sender ID to it fail with code `30`, until START. Default: `false`; in `PUT /carrier`, the current value.',
    true,
  ),
  validity: optional(
    z.nullable(durationSchema),
    'Emulator time from hand-over until a message without a receipt has failed as expired, with code `32`; null for never. Default: null; in `PUT /carrier`, the current value.',
    '1d',
  ),
  rules: optional(
    carrierRulesSchema,
    'Rules, which also override the test numbers. The first that matches decides. Default: none; in `PUT /carrier`, the current ones.',
  ),
});

/** The body of `PUT /carrier`. */
export const carrierSettingsSchema = carrierSettingsShape.check(codeOfOutcome);

/** The carrier option. */
export const carrierOptionsSchema = z
  .extend(carrierSettingsShape, { rule: z.optional(functionSchema) })
  .check(codeOfOutcome);

/**
 * The carrier in the form of the state. By default, the network takes no time. See RCP-7.
 *
 * @param current - The current carrier. Its rules, `optOut` and `validity` stay unless the settings contain others.
 */
export function carrierDefault(
  settings: CarrierChange,
  current: Pick<CarrierDefault, 'rules' | 'optOut' | 'validityMs'> = { rules: [] },
): CarrierDefault {
  const {
    outcome = 'deliver',
    code,
    after = 0,
    optOut = current.optOut,
    validity = current.validityMs,
  } = settings;
  return {
    outcome,
    code,
    afterMs: latencyOf(after),
    rules: settings.rules?.map(numberRule) ?? current.rules,
    ...(optOut && { optOut }),
    ...(validity != null && { validityMs: milliseconds(validity) }),
  };
}

function numberRule({ to = '*', channel, ...decision }: CarrierRule): NumberRule {
  return { to: numberPattern(to) ?? to, channel, ...decided(decision) };
}

/** The longest pattern of a rule. */
const LONGEST_PATTERN = 40;

/** A pattern of numbers in any notation, as digits and stars; undefined if it is none. */
function numberPattern(text: string): string | undefined {
  const parts = text.split('*').map((part, index) => {
    if (part.trim() === '') return '';
    const { plus, groups } = readWrittenPhoneNumber(part) ?? { plus: true, groups: [] };
    if (groups.length === 0 || (plus && index > 0)) return undefined;
    return plus || index > 0 ? groups.join('') : groups.join('').replace(/^00/, '');
  });
  const pattern = parts.every((part) => part !== undefined) ? parts.join('*') : '';
  return pattern === '' || pattern.length > LONGEST_PATTERN ? undefined : pattern;
}

/** The configured rule in code, with its decisions in the form of the carrier. */
export function carrierRule({ rule }: CarrierOptions): (to: string, channel: string) => Decision | undefined {
  return (to, channel) => {
    const decision = rule?.({ to, channel });
    if (decision === undefined) return undefined;
    return decided(checkInput('The decision of carrier.rule is not valid', carrierDecisionSchema, decision));
  };
}

function decided({ outcome, code, description, after = 0 }: CarrierDecision): Decision {
  return { outcome, code, description, afterMs: milliseconds(after) };
}

function latencyOf(after: Exclude<CarrierSettings['after'], undefined>): Latency {
  if (typeof after !== 'object') return milliseconds(after);
  return { min: milliseconds(after.min), max: milliseconds(after.max) };
}
