import {
  channelSchema,
  ERRORS,
  type ErrorCode,
  editAccountRequestSchema,
  integerSchema,
  senderIdSchema,
  THRESHOLD_TYPES,
  uuidSchema,
  type Validation,
  validate,
  webhookUrlSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { isExactBalance } from '../../domain/rules/ledger.ts';
import { parseDuration } from '../time/duration.ts';
import { type InstantInput, parseInstant } from '../time/instant.ts';
import { DEFAULT_SHARED_SENDERS } from './initial-state.ts';
import { requireValid, validateInput } from './input-check.ts';
import type { EmulatorOptions, SandboxOptions } from './options.ts';
import { carrierCodeProblem, milliseconds } from './resolve-options.ts';
import { shown } from './shown.ts';

/** A duration: milliseconds, or text with a unit. */
export const durationSchema = z.custom<number | string>((value) => parseDuration(value) !== undefined, {
  error: ({ input }) =>
    `must be a duration: milliseconds, or text such as "250ms", "30s", "10m", "2h", "1d"${got(input)}`,
});

/** The maximum length of a value that a message repeats. */
const LONGEST_SHOWN = 100;

/** The wrong value, in words that can follow a message; the empty text for a missing one. */
function got(value: unknown): string {
  if (value === undefined) return '';
  const isPlain = typeof value === 'string' || typeof value === 'number';
  const text = isPlain ? shown(value) : Array.isArray(value) ? 'an array' : typeof value;
  return `; got ${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}`;
}

/** One of a few words. The message repeats a wrong one. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  const known = words.map((word) => JSON.stringify(word)).join(', ');
  return z.enum(words, { error: ({ input }) => `must be one of ${known}${got(input)}` });
}

/** An instant: a date, ISO 8601 text, or milliseconds since the epoch. */
export const instantSchema = z.custom<InstantInput>(
  (value) => {
    const known = value instanceof Date || typeof value === 'string' || typeof value === 'number';
    return known && parseInstant(value) !== undefined;
  },
  {
    error: ({ input }) =>
      `must be an instant: ISO 8601 text such as 2026-01-01T09:00Z, or milliseconds since the epoch${got(input)}`,
  },
);

const creditsSchema = integerSchema.check(z.refine((credits) => credits >= 0, 'must not be negative'));
const receiptCodeSchema = z
  .string()
  .check(z.regex(/^[0-9A-Fa-f]{1,8}$/, 'must be a receipt code: 1 to 8 hexadecimal digits, such as "22"'));

/**
 * Debt that an account may start with. Even after all possible sends, the balance stays far from 2^53 - 1 below zero.
 */
const LARGEST_DEBT = 1_000_000_000_000_000;
const startingCreditsSchema = integerSchema.check(
  z.refine((credits) => credits >= -LARGEST_DEBT, `must be at least ${-LARGEST_DEBT}`),
);
const apiKeySchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case'));
const functionSchema = z.custom<(...parameters: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);

const rangeSchema = z
  .strictObject({ min: durationSchema, max: durationSchema })
  .check(
    z.refine(
      ({ min, max }) => milliseconds(min) <= milliseconds(max),
      'must have a "min" that is not above its "max"',
    ),
  );

/** The code of a failure must not be that of a delivery. */
const codeOfOutcome = z.check<{ outcome?: string | undefined; code?: string | undefined }>(
  ({ value, issues }) => {
    const message = carrierCodeProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', path: ['code'], message, input: value.code });
  },
);

const carrierShape = {
  outcome: z.optional(oneOf(['deliver', 'fail', 'hold'])),
  code: z.optional(receiptCodeSchema),
  after: z.optional(
    z.union([durationSchema, rangeSchema], {
      error: ({ input }) =>
        typeof input === 'object' && input !== null
          ? 'must be a range such as {"min": "1s", "max": "5s"} whose "min" is not above its "max"'
          : `must be a duration such as "3s" or 3000 (milliseconds)${got(input)}`,
    }),
  ),
};

const carrierRuleSchema = z
  .strictObject({
    to: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^\+?[\d*]{1,40}$/,
            'must be a number, or a pattern with * for any digits, such as "4477009008*"',
          ),
        ),
    ),
    channel: z.optional(channelSchema),
    outcome: oneOf(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
    code: z.optional(receiptCodeSchema),
    description: z.optional(z.string()),
    after: z.optional(durationSchema),
  })
  .check(codeOfOutcome);

/**
 * The maximum number of rules of a carrier, and of those with a star: each message is compared with all of the latter.
 */
const MOST_RULES = 1_000;
const MOST_PATTERNS = 100;

const carrierRulesSchema = z.array(carrierRuleSchema).check(
  z.maxLength(MOST_RULES, `must have at most ${MOST_RULES} rules`),
  z.refine(
    (rules) => rules.filter(({ to = '*' }) => to.includes('*')).length <= MOST_PATTERNS,
    `must have at most ${MOST_PATTERNS} rules whose "to" is missing or has a *`,
  ),
);

/** The body of `PUT /carrier`, and the base of the carrier option. */
export const carrierSettingsSchema = z
  .strictObject({ ...carrierShape, rules: z.optional(carrierRulesSchema) })
  .check(codeOfOutcome);

/** The body of `POST /organizations`, and the base of the organization option. */
export const organizationSchema = z.strictObject({
  name: z.optional(z.string()),
  credits: z.optional(z.nullable(creditsSchema)),
  creditSystem: z.optional(z.boolean()),
});

/** The sender IDs of a pool. */
export const sharedSendersSchema = z.array(senderIdSchema);

/** The body of `POST /accounts/{uuid}/notifications`. */
export const notificationSchema = z
  .strictObject({
    url: webhookUrlSchema,
    threshold_type: oneOf(THRESHOLD_TYPES),
    threshold_value: z.number(),
  })
  .check(({ value, issues }) => {
    const share = value.threshold_type.endsWith('_percentage');
    if (!share || (value.threshold_value >= 0 && value.threshold_value <= 1)) return;
    issues.push({
      code: 'custom',
      path: ['threshold_value'],
      message: 'must be from 0 to 1',
      input: value.threshold_value,
    });
  });

const accountOwnShape = {
  name: z.optional(z.string()),
  identifier: z.optional(uuidSchema),
  apiKey: z.optional(apiKeySchema),
  senders: z.optional(z.array(senderIdSchema)),
  credits: z.optional(startingCreditsSchema),
  packagedCredits: z.optional(creditsSchema),
  notifications: z.optional(z.array(notificationSchema)),
};

/** Its own members, and those of edit-account. */
const accountSchema = z.looseObject(accountOwnShape).check(({ value, issues }) => {
  const edits = Object.fromEntries(
    Object.entries(value).filter(([name]) => !Object.hasOwn(accountOwnShape, name)),
  );
  const checked = validate(editAccountRequestSchema, edits);
  for (const { path, message } of checked.ok ? [] : checked.issues) {
    issues.push({ code: 'custom', path: path.split('.'), message, input: edits });
  }
  const { credits = 0, packagedCredits = 0 } = value;
  const refillAmount = (checked.ok && checked.value.packaged_credits?.schedule_refill_amount) || 0;
  if (isExactBalance(credits, packagedCredits, refillAmount)) return;
  const message = 'would take the balance beyond 2^53 - 1 credits, now or at a refill';
  issues.push({ code: 'custom', path: ['credits'], message, input: credits });
});

/** The body of `POST /reset`. */
export const resetSchema = z.strictObject({ ids: z.optional(oneOf(['fresh', 'repeat'])) });

const webhooksSchema = z.strictObject({
  fetch: z.optional(functionSchema),
  timeout: z.optional(durationSchema),
  retryDelays: z.optional(z.array(durationSchema).check(z.maxLength(5, 'must have at most five delays'))),
  concurrency: z.optional(integerSchema.check(z.refine((count) => count >= 1, 'must be at least 1'))),
  environment: z.optional(z.string().check(z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces'))),
  sign: z.optional(oneOf(['inbound', 'all'])),
  timestampUnit: z.optional(oneOf(['seconds', 'milliseconds'])),
});

const statusSchema = integerSchema.check(
  z.refine((status) => status >= 400 && status <= 599, 'must be from 400 to 599'),
);
const codes = Object.keys(ERRORS) as ErrorCode[];
const baseUrlSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an absolute http or https URL',
    ),
  );

const optionsShape = z.strictObject({
  baseUrl: z.optional(baseUrlSchema),
  seed: z.optional(integerSchema),
  now: z.optional(instantSchema),
  clock: z.optional(oneOf(['virtual', 'system'])),
  organization: z.optional(
    z.extend(organizationSchema, { identifier: z.optional(uuidSchema), apiKey: z.optional(apiKeySchema) }),
  ),
  accounts: z.optional(z.array(accountSchema)),
  sharedSenders: z.optional(sharedSendersSchema),
  carrier: z.optional(
    z
      .strictObject({
        ...carrierShape,
        rules: z.optional(carrierRulesSchema),
        rule: z.optional(functionSchema),
      })
      .check(codeOfOutcome),
  ),
  webhooks: z.optional(webhooksSchema),
  statuses: z.optional(z.partialRecord(z.enum(codes), statusSchema)),
  unknownFields: z.optional(oneOf(['refuse', 'ignore'])),
  journalLimit: z.optional(integerSchema.check(z.refine((limit) => limit >= 0, 'must not be negative'))),
  requestLimit: z.optional(
    integerSchema.check(z.refine((limit) => limit >= 1 && limit <= 10_000, 'must be from 1 to 10,000')),
  ),
  onWarning: z.optional(functionSchema),
});

/** Keys, identifiers and sender IDs must be unique: two accounts that share one would silently become one. */
const uniqueNames = z.check<z.infer<typeof optionsShape>>(({ value, issues }) => {
  const { organization, accounts = [], sharedSenders = DEFAULT_SHARED_SENDERS } = value;
  const taken = new Set<string>();
  const claim = (kind: string, name: string | undefined, path: PropertyKey[]) => {
    if (name === undefined) return;
    const claimed = `${kind} ${name}`;
    if (taken.has(claimed)) {
      const message = kind === 'key' ? 'is used twice' : `is used twice: ${JSON.stringify(name)}`;
      issues.push({ code: 'custom', path, message, input: name });
    }
    taken.add(claimed);
  };
  for (const sender of new Set(sharedSenders)) claim('sender', sender, ['sharedSenders']);
  claim('key', organization?.apiKey, ['organization', 'apiKey']);
  for (const [index, { apiKey, identifier, senders }] of accounts.entries()) {
    const path = ['accounts', index];
    claim('key', apiKey, [...path, 'apiKey']);
    claim('account', identifier?.toLowerCase(), [...path, 'identifier']);
    for (const sender of new Set(senders)) claim('sender', sender, [...path, 'senders']);
  }
});

const optionsSchema = optionsShape.check(uniqueNames);

/** The body of `POST /sandboxes`. */
export const sandboxSchema = z
  .extend(optionsShape, {
    name: z.optional(
      z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters')),
    ),
  })
  .check(uniqueNames);

const INVALID_OPTIONS = 'The options of the emulator are not valid';

/** Checks options, whether from code or from JSON. */
export function validateOptions(options: unknown): Validation<EmulatorOptions> {
  // The schema and the interface define the same; only the interface has the types of functions.
  return validateInput(optionsSchema as z.ZodMiniType<EmulatorOptions>, options);
}

/** Checks the options of a sandbox: those of an emulator, and a name. */
export function validateSandbox(options: unknown): Validation<SandboxOptions> {
  return validateInput(sandboxSchema as z.ZodMiniType<SandboxOptions>, options);
}

/** Checks options from code. */
export function checkOptions(options: unknown): EmulatorOptions {
  return requireValid(INVALID_OPTIONS, validateOptions(options));
}

/** Checks the options of a sandbox from code. */
export function checkSandbox(options: unknown): SandboxOptions {
  return requireValid(INVALID_OPTIONS, validateSandbox(options));
}

/** Every option with the names of its members, for suggestions and for the JSON Schema of configurations. */
export function describeOptions() {
  const { shape } = editAccountRequestSchema._zod.def as unknown as z.core.$ZodObjectDef;
  return z.extend(optionsShape, {
    accounts: z.optional(z.array(z.strictObject({ ...accountOwnShape, ...shape }))),
  });
}
