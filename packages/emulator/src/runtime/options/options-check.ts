import {
  channelSchema,
  ERRORS,
  type ErrorCode,
  editAccountRequestSchema,
  integerSchema,
  senderIdSchema,
  THRESHOLD_TYPES,
  uuidSchema,
  validate,
  webhookUrlSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { isExactBalance } from '../../domain/rules/credits.ts';
import { parseDuration } from '../time/duration.ts';
import { type InstantInput, parseInstant } from '../time/instant.ts';
import { doc } from './doc.ts';
import { DEFAULT_SHARED_SENDERS } from './initial-state.ts';
import { checkInput } from './input-check.ts';
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
const apiKeySchema = doc(
  z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case')),
  'API key: 32 hexadecimal characters.',
  'decade00decade00decade00decade00',
);
const functionSchema = z.custom<(...parameters: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);

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

/** The code of a failure must not be that of a delivery. */
const codeOfOutcome = z.check<{ outcome?: string | undefined; code?: string | undefined }>(
  ({ value, issues }) => {
    const message = carrierCodeProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', path: ['code'], message, input: value.code });
  },
);

const failureCode = doc(
  z.optional(receiptCodeSchema),
  'Receipt code of failures: any except `00`. Default: `22`.',
  '22',
);

const carrierShape = {
  outcome: doc(
    z.optional(oneOf(['deliver', 'fail', 'hold'])),
    '`deliver`, `fail`, or `hold`: sent, and no receipt comes automatically. Default: `deliver`.',
    'deliver',
  ),
  code: failureCode,
  after: doc(
    z.optional(
      z.union([durationSchema, rangeSchema], {
        error: ({ input }) =>
          typeof input === 'object' && input !== null
            ? 'must be a range such as {"min": "1s", "max": "5s"} whose "min" is not above its "max"'
            : `must be a duration such as "3s" or 3000 (milliseconds)${got(input)}`,
      }),
    ),
    'Emulator time from hand-over to receipt, or a range from which each number has its own time. Default: 0.',
    '3s',
  ),
};

const carrierRuleSchema = z
  .strictObject({
    to: doc(
      z.optional(
        z
          .string()
          .check(
            z.regex(
              /^\+?[\d*]{1,40}$/,
              'must be a number, or a pattern with * for any digits, such as "4477009008*"',
            ),
          ),
      ),
      'Destinations: digits, with `*` for any digits. Default: all.',
      '447700900*',
    ),
    channel: doc(z.optional(channelSchema), 'Channel that the rule applies to. Default: both.', 'sms'),
    outcome: doc(
      oneOf(['deliver', 'fail', 'hold', 'unsupported', 'refuse']),
      '`deliver`, `fail`, `hold` (no receipt comes automatically), `unsupported` (the next channel is tried) or `refuse` (no provider accepts it).',
      'fail',
    ),
    code: failureCode,
    description: doc(
      z.optional(z.string()),
      'Description in the receipt of a failure. Default: that of the code.',
      'No response from the handset',
    ),
    after: doc(z.optional(durationSchema), 'Emulator time from hand-over to receipt. Default: 0.', '3s'),
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
  .strictObject({
    ...carrierShape,
    rules: doc(
      z.optional(carrierRulesSchema),
      'Rules that replace the current ones and also override the test numbers. The first that matches decides. Default: unchanged.',
    ),
  })
  .check(codeOfOutcome);

/** The body of `POST /organizations`, and the base of the organization option. */
export const organizationSchema = z.strictObject({
  name: doc(z.optional(z.string()), 'Name of the organization.', 'checkout'),
  credits: doc(
    z.optional(z.nullable(creditsSchema)),
    'Credits that the organization can distribute by top-ups; null for no limit. Default: null.',
    1000,
  ),
  creditSystem: doc(
    z.optional(z.boolean()),
    'Whether the organization uses credits. If false, its accounts send without limit. Default: true.',
    true,
  ),
});

/** The sender IDs of a pool. */
export const sharedSendersSchema = z.array(senderIdSchema);

/** The body of `POST /accounts/{uuid}/notifications`. */
export const notificationSchema = z
  .strictObject({
    url: doc(webhookUrlSchema, 'URL that receives the notification.', 'https://example.com/webhooks'),
    threshold_type: doc(
      oneOf(THRESHOLD_TYPES),
      'The value that is watched, and whether the threshold is a number of credits or a share.',
      'paid_fixed_number',
    ),
    threshold_value: doc(z.number(), 'Credits for fixed numbers; 0 to 1 for percentages.', 100),
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
  name: doc(z.optional(z.string()), 'Account name: 1 to 200 characters.', 'checkout'),
  identifier: doc(z.optional(uuidSchema), 'Account UUID.', '6f2c548e-81e3-435f-bf2c-f5beaa5f01ad'),
  apiKey: z.optional(apiKeySchema),
  senders: doc(z.optional(z.array(senderIdSchema)), 'Sender IDs that the account owns.', [
    'DEMO',
    '447700900990',
  ]),
  credits: doc(z.optional(startingCreditsSchema), 'Paid credits at the start. Default: 0.', 1000),
  packagedCredits: doc(z.optional(creditsSchema), 'Packaged credits at the start. Default: 0.', 0),
  notifications: doc(
    z.optional(z.array(notificationSchema)),
    'Credit notifications of the account. Default: none.',
  ),
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
export const resetSchema = z.strictObject({
  ids: doc(
    z.optional(oneOf(['fresh', 'repeat'])),
    '`fresh`: identifiers continue, so that no UUID appears twice. `repeat`: they start over. Default: `fresh`.',
    'fresh',
  ),
});

const webhooksSchema = z.strictObject({
  fetch: z.optional(functionSchema),
  timeout: doc(z.optional(durationSchema), 'Real time that an attempt can take. Default: 10s.', '10s'),
  retryDelays: doc(
    z.optional(z.array(durationSchema).check(z.maxLength(5, 'must have at most five delays'))),
    'Emulator time before each of the up to five additional attempts. Default: 10s, 30s, 2m, 10m, 30m.',
    ['10s', '30s'],
  ),
  concurrency: doc(
    z.optional(integerSchema.check(z.refine((count) => count >= 1, 'must be at least 1'))),
    'Maximum number of concurrent attempts to one receiver, from 1. Default: 16.',
    16,
  ),
  environment: doc(
    z.optional(z.string().check(z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces'))),
    'Value of the `environment` header of signed webhooks. Default: `emulator`.',
    'production',
  ),
  sign: doc(
    z.optional(oneOf(['inbound', 'all'])),
    'Webhooks that are signed: those of inbound messages, or all. Default: `inbound`.',
    'inbound',
  ),
  timestampUnit: doc(
    z.optional(oneOf(['seconds', 'milliseconds'])),
    'Unit of the `timestamp` header of signed webhooks. Default: `seconds`.',
    'seconds',
  ),
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
  baseUrl: doc(
    z.optional(baseUrlSchema),
    'Base URL of the emulated service in this process. It has no effect on calls to the server.',
    'http://127.0.0.1:4010',
  ),
  seed: doc(
    z.optional(integerSchema),
    'Integer from which identifiers and random decisions follow. Default: 1; a sandbox has identifiers that no other sandbox of the server has.',
    1,
  ),
  now: doc(
    z.optional(instantSchema),
    'The time at which the service starts. Default: the current time.',
    '2026-01-01T09:00:00.000Z',
  ),
  clock: doc(
    z.optional(oneOf(['virtual', 'system'])),
    '`virtual`: time only passes when a call moves it. `system`: time follows the clock of the machine. Default: `virtual`; `system` for the default service of the command.',
    'virtual',
  ),
  organization: doc(
    z.optional(
      z.extend(organizationSchema, {
        identifier: doc(z.optional(uuidSchema), 'Organization UUID.', '177119d4-8196-4de5-a360-9ab37cbcc17a'),
        apiKey: z.optional(apiKeySchema),
      }),
    ),
    'The organization of the accounts. Default: one without a limit of credits.',
  ),
  accounts: doc(
    z.optional(z.array(accountSchema)),
    'The accounts of the service. Default: one with 1,000 paid credits and the sender IDs `DEMO` and `447700900990`.',
  ),
  sharedSenders: doc(
    z.optional(sharedSendersSchema),
    'Shared sender IDs. Default: `447700900980` to `447700900989`.',
    ['447700900980', '447700900981'],
  ),
  carrier: doc(
    z.optional(
      z
        .strictObject({
          ...carrierShape,
          rules: doc(
            z.optional(carrierRulesSchema),
            'Rules, which also override the test numbers. The first that matches decides. Default: none.',
          ),
          rule: z.optional(functionSchema),
        })
        .check(codeOfOutcome),
    ),
    'Behavior of the simulated network. Default: every message is delivered immediately.',
  ),
  webhooks: doc(z.optional(webhooksSchema), 'How webhooks are sent. Every member has a default.'),
  statuses: doc(
    z.optional(z.partialRecord(z.enum(codes), statusSchema)),
    'HTTP status by error code (400 to 599), where your service differs from the specification.',
    {
      sender_not_owned: 400,
    },
  ),
  unknownFields: doc(
    z.optional(oneOf(['refuse', 'ignore'])),
    '`refuse`: unknown members of requests get 400. `ignore`: they are accepted. Default: `refuse`.',
    'refuse',
  ),
  journalLimit: doc(
    z.optional(integerSchema.check(z.refine((limit) => limit >= 0, 'must not be negative'))),
    'Number of facts that the journal keeps. Default: 10,000.',
    10_000,
  ),
  requestLimit: doc(
    z.optional(
      integerSchema.check(z.refine((limit) => limit >= 1 && limit <= 10_000, 'must be from 1 to 10,000')),
    ),
    'Number of calls of the public API that the log of requests keeps, from 1 to 10,000. Default: 1,000.',
    1_000,
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

/** The schema of the options together with further members. */
export function withOptions<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.extend(optionsShape, shape).check(uniqueNames);
}

/** The body of `POST /sandboxes`. */
export const sandboxSchema = withOptions({
  name: doc(
    z.optional(
      z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters')),
    ),
    'Name for users and logs. Default: the identifier.',
    'checkout',
  ),
});

const INVALID_OPTIONS = 'The options of the emulator are not valid';

/** Checks options from code. */
export function checkOptions(options: unknown): EmulatorOptions {
  // The schema and the interface define the same; only the interface has the types of functions.
  return checkInput(INVALID_OPTIONS, optionsSchema as z.ZodMiniType<EmulatorOptions>, options);
}

/** Checks the options of a sandbox from code. */
export function checkSandbox(options: unknown): SandboxOptions {
  return checkInput(INVALID_OPTIONS, sandboxSchema as z.ZodMiniType<SandboxOptions>, options);
}

/** Every option with the names of its members, for suggestions and for the JSON Schema of configurations. */
export function describeOptions() {
  const { shape } = editAccountRequestSchema._zod.def as unknown as z.core.$ZodObjectDef;
  return z.extend(optionsShape, {
    accounts: z.optional(z.array(z.strictObject({ ...accountOwnShape, ...shape }))),
  });
}
