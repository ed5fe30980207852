import {
  type Check,
  type Checks,
  checkMembers,
  ERRORS,
  type ErrorCode,
  integerSchema,
  NOT_A_WEB_URL,
  senderIdSchema,
  uuidSchema,
  webUrlProblem,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { DEFAULT_RETRY_DELAYS_MS } from '../../domain/rules/webhook-deliveries.ts';
import { accountSchema, organizationSchema } from './accounts.ts';
import { carrierOptionsSchema } from './carrier.ts';
import { optional } from './doc.ts';
import { ACCOUNT_KEY, DEFAULT_ACCOUNT, DEFAULT_SHARED_SENDERS, ORGANIZATION_KEY } from './initial-state.ts';
import { checkInput, checksOf, readInput, requireOptions } from './input-check.ts';
import type { EmulatorOptions, SandboxOptions } from './options.ts';
import {
  apiKeySchema,
  durationMsSchema,
  durationSchema,
  functionSchema,
  got,
  instantSchema,
  nameSchema,
  oneOf,
} from './values.ts';

/** The body of `POST /reset`. */
export const resetSchema = z.strictObject({
  ids: optional(
    oneOf(['fresh', 'repeat']),
    '`fresh`: identifiers continue, so that no UUID appears twice. `repeat`: they start over. Default: `fresh`.',
    'fresh',
  ),
});

/** The limits of an advance. */
export const limitsSchema = z.strictObject({
  timeout: optional(durationMsSchema, 'Real time that the advance can take. Default: no limit.', '10s'),
  maxInstants: optional(
    z.int().check(z.minimum(1, 'must be 1 or more')),
    'The largest number of instants that the clock can visit. Default: no limit.',
    100_000,
  ),
});

const webhooksSchema = z.strictObject({
  fetch: z.optional(functionSchema),
  timeout: optional(durationSchema, 'Real time that an attempt can take. Default: 10s.', '10s'),
  retryDelays: optional(
    z
      .array(durationSchema)
      .check(z.maxLength(DEFAULT_RETRY_DELAYS_MS.length, 'must have at most five delays')),
    'Emulator time before each of the up to five additional attempts. Default: 10s, 30s, 2m, 10m, 30m.',
    ['10s', '30s'],
  ),
  concurrency: optional(
    integerSchema.check(z.refine((count) => count >= 1, 'must be at least 1')),
    'Maximum number of concurrent attempts to one receiver, from 1. Default: 16.',
    16,
  ),
  environment: optional(
    z.string().check(z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces')),
    'Value of the `environment` header of signed webhooks. Default: `emulator`.',
    'production',
  ),
  sign: optional(
    oneOf(['inbound', 'all']),
    'Webhooks that are signed: those of inbound messages, or all. Default: `inbound`.',
    'inbound',
  ),
  timestampUnit: optional(
    oneOf(['seconds', 'milliseconds']),
    'Unit of the `timestamp` header of signed webhooks. Default: `seconds`.',
    'seconds',
  ),
});

const statusSchema = integerSchema.check(
  z.refine((status) => status >= 400 && status <= 599, 'must be from 400 to 599'),
);
const codes = Object.keys(ERRORS) as ErrorCode[];
const baseUrlSchema = z.string().check(
  z.check<string>(({ value, issues }) => {
    const problem = webUrlProblem(value);
    if (problem === undefined) return;
    const example = problem === NOT_A_WEB_URL ? ', such as http://localhost:3000' : '';
    issues.push({ code: 'custom', message: `${problem}${example}${got(value)}`, input: value });
  }),
);

/** The sender IDs of a pool. */
export const sharedSendersSchema = z.array(senderIdSchema);

const optionsShape = z.strictObject({
  baseUrl: optional(
    baseUrlSchema,
    'Base URL of the emulated service in this process. It has no effect on calls to the server.',
    'http://127.0.0.1:4010',
  ),
  seed: optional(
    integerSchema,
    'Integer from which identifiers and random decisions follow. Default: 1; a sandbox has identifiers that no other sandbox of the server has.',
    1,
  ),
  now: optional(
    instantSchema,
    'The time at which the service starts. Default: the current time.',
    '2026-01-01T09:00:00.000Z',
  ),
  clock: optional(
    oneOf(['virtual', 'system']),
    '`virtual`: time only passes when a call moves it. `system`: time follows the clock of the machine. Default: `virtual`; `system` for the default service of the command.',
    'virtual',
  ),
  organization: optional(
    z.extend(organizationSchema, {
      identifier: optional(uuidSchema, 'Organization UUID.', '177119d4-8196-4de5-a360-9ab37cbcc17a'),
      apiKey: z.optional(apiKeySchema),
    }),
    'The organization of the accounts. Default: one without a limit of credits.',
  ),
  accounts: optional(
    z.array(accountSchema),
    'The accounts of the service. Default: one with 1,000 paid credits and the sender IDs `DEMO` and `447700900990`.',
  ),
  sharedSenders: optional(
    sharedSendersSchema,
    'Shared sender IDs. Default: `447700900980` to `447700900989`.',
    ['447700900980', '447700900981'],
  ),
  carrier: optional(
    carrierOptionsSchema,
    'Behavior of the simulated network. Default: every message is delivered immediately.',
  ),
  webhooks: optional(webhooksSchema, 'How webhooks are sent. Every member has a default.'),
  statuses: optional(
    z.partialRecord(z.enum(codes), statusSchema),
    'HTTP status by error code (400 to 599), where your service differs from the specification.',
    {
      sender_not_owned: 400,
    },
  ),
  unknownFields: optional(
    oneOf(['refuse', 'ignore']),
    '`refuse`: unknown members of requests get 400. `ignore`: they are accepted. Default: `refuse`.',
    'refuse',
  ),
  journalLimit: optional(
    integerSchema.check(z.refine((limit) => limit >= 0, 'must not be negative')),
    'Number of facts that the journal keeps. Default: 10,000.',
    10_000,
  ),
  requestLimit: optional(
    integerSchema.check(z.refine((limit) => limit >= 1 && limit <= 10_000, 'must be from 1 to 10,000')),
    'Number of calls of the public API that the log of requests keeps, from 1 to 10,000. Default: 1,000.',
    1_000,
  ),
  onWarning: z.optional(functionSchema),
});

type Named = Pick<z.infer<typeof optionsShape>, 'organization' | 'accounts' | 'sharedSenders'>;

/**
 * Keys, identifiers and sender IDs must be unique: two accounts that share one would silently become one.
 *
 * @param fixedKeys - Whether keys that are left out have the documented values. In a sandbox they are generated.
 */
function uniqueNames(fixedKeys: boolean) {
  return z.check<Named>(({ value, issues }) => {
    const { organization, accounts, sharedSenders } = value;
    const taken = new Set<string>();
    const claim = (kind: string, name: string | undefined, path: PropertyKey[]) => {
      if (name === undefined) return;
      const claimed = `${kind} ${name}`;
      if (taken.has(claimed)) {
        const message =
          kind === 'key' ? 'is already in use' : `has ${JSON.stringify(name)}, which is already in use`;
        issues.push({ code: 'custom', path, message, input: name });
      }
      taken.add(claimed);
    };
    const claimSenders = (senders: readonly string[] | undefined, path: PropertyKey[]) => {
      for (const sender of new Set(senders)) claim('sender', sender, path);
    };
    // Defaults come first, so that an issue names an option that was given.
    const [first] = accounts ?? [DEFAULT_ACCOUNT];
    if (fixedKeys && organization?.apiKey === undefined) claim('key', ORGANIZATION_KEY, ['organization']);
    if (fixedKeys && first !== undefined && first.apiKey === undefined)
      claim('key', ACCOUNT_KEY, ['accounts']);
    if (accounts === undefined) claimSenders(DEFAULT_ACCOUNT.senders, ['accounts']);
    claimSenders(sharedSenders ?? DEFAULT_SHARED_SENDERS, ['sharedSenders']);
    claim('key', organization?.apiKey, ['organization', 'apiKey']);
    for (const [index, { apiKey, identifier, senders }] of (accounts ?? []).entries()) {
      const path = ['accounts', index];
      claim('key', apiKey, [...path, 'apiKey']);
      claim('account', identifier?.toLowerCase(), [...path, 'identifier']);
      claimSenders(senders, [...path, 'senders']);
    }
  });
}

const optionsSchema = optionsShape.check(uniqueNames(true));

/** The schema of the options of the command together with further members. */
export function withOptions<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.extend(optionsShape, shape).check(uniqueNames(true));
}

/** The body of `POST /sandboxes`. */
export const sandboxSchema = z
  .extend(optionsShape, {
    name: optional(nameSchema, 'Name for users and logs. Default: the identifier.', 'checkout'),
  })
  .check(uniqueNames(false));

const INVALID_OPTIONS = 'The options of the emulator are not valid';

/** Checks options from code. */
export function checkOptions(options: unknown): EmulatorOptions {
  // The schema and the interface define the same; only the interface has the types of functions.
  const schema = optionsSchema as z.ZodMiniType<EmulatorOptions>;
  return checkInput(INVALID_OPTIONS, schema, readOptions(options as EmulatorOptions));
}

/** Checks the options of a sandbox from code. */
export function checkSandbox(options: unknown): SandboxOptions {
  return checkInput(
    INVALID_OPTIONS,
    sandboxSchema as z.ZodMiniType<SandboxOptions>,
    readOptions(options as SandboxOptions),
  );
}

const CHECKED_PARTS = {
  carrier: checksOf(Object.keys(carrierOptionsSchema.shape)),
  webhooks: checksOf(Object.keys(webhooksSchema.shape)),
};
const CHECKS = {
  ...checksOf(Object.keys(sandboxSchema.shape)),
  carrier: checkMembers(readInput, CHECKED_PARTS.carrier),
  webhooks: checkMembers(readInput, CHECKED_PARTS.webhooks),
};

/**
 * Reads options that may be instances of classes, whose methods are called on them. The schemas check the values.
 *
 * @param more - Checks of further options.
 * @throws {TypeError} An option is unknown.
 */
export function readOptions<Options extends object>(
  options: Options,
  more: Readonly<Record<string, Check>> = {},
): Options {
  const checks = { ...CHECKS, ...more };
  const read: Options & Partial<EmulatorOptions> = requireOptions(
    INVALID_OPTIONS,
    options,
    checks as unknown as Checks<Options>,
  );
  const { carrier, webhooks } = read;
  return {
    ...read,
    ...(carrier && { carrier: requireOptions(INVALID_OPTIONS, carrier, CHECKED_PARTS.carrier) }),
    ...(webhooks && { webhooks: requireOptions(INVALID_OPTIONS, webhooks, CHECKED_PARTS.webhooks) }),
  };
}
