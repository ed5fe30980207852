import * as z from 'zod/mini';
import { cronProblem } from './cron.ts';
import {
  identifierSchema,
  integerSchema,
  unsettableWebhookUrlSchema,
  uuidSchema,
  webhookSecretSchema,
} from './primitives.ts';
import { list, requestObject } from './schema.ts';
import { readEitherSpelling, type Spelling, spelledEitherWay } from './spelling.ts';

/** The paid bucket of an account's credits. */
export interface PaidCredits {
  /** Credits left; negative if the account may go into debt. */
  remaining: number;
  /** Whether paid credits may go below zero. */
  allow_negative: boolean;
  /** How far below zero they may go, in credits; null means no limit. */
  negative_limit: number | null;
  /** Whether they are reset to zero at the times of the account's `schedule`. */
  schedule_reset_to_zero: boolean;
}

/** The packaged bucket of an account's credits; it is spent before the paid one. */
export interface PackagedCredits {
  /** Credits left; never negative. */
  remaining: number;
  /** The balance after each refill, in credits. */
  schedule_refill_amount: number;
  /** Whether it is refilled at the times of the account's `schedule`. `schedule_reset_to_zero` is another name for it. */
  schedule_refill: boolean;
}

/** Configuration of inbound messages. */
export interface MoConfig {
  /** URL of the inbound webhook; empty when unset. */
  mo_webhook_url: string;
}

/** An account of the organization. */
export interface Account {
  /** Account UUID. */
  identifier: string;
  /** Account name. */
  name: string;
  /** Balance: paid plus packaged minus held credits. */
  credits: number;
  /** Credits needed to send all messages scheduled for the future. */
  held_credits: number;
  /** Paid balance and its configuration. */
  paid_credits: PaidCredits;
  /** Packaged balance and its configuration. */
  packaged_credits: PackagedCredits;
  /** Inbound messaging configuration. */
  mo: MoConfig;
  /** Cron expression, GMT, of resets and refills; null if there is no schedule. */
  schedule: string | null;
  /** Whether the account has been deleted. */
  deleted: boolean;
}

/** Response of list-accounts; deleted accounts are included. */
export interface AccountsResponse {
  /** The organization's accounts. */
  accounts: Account[];
}

/**
 * Request body of create-account.
 *
 * @example
 * ```ts
 * import { type CreateAccountRequest, createAccountRequestSchema, validate } from '@messaging-service/contract';
 *
 * const request: CreateAccountRequest = { name: 'Reception' };
 * validate(createAccountRequestSchema, request).ok; // true
 * ```
 */
export interface CreateAccountRequest {
  /** Account name. */
  name: string;
}

/** Response of create-account. */
export interface CreateAccountResponse {
  /** Account UUID. */
  identifier: string;
  /** The account's API key: 32 hexadecimal characters. It is never shown again. */
  apiKey: string;
}

/**
 * Changes of edit-account to paid credits.
 *
 * @example
 * ```ts
 * import type { EditPaidCredits } from '@messaging-service/contract';
 *
 * export const paid: EditPaidCredits = { allow_negative: true, negative_limit: 100, schedule_reset_to_zero: false };
 * ```
 */
export interface EditPaidCredits {
  /** Whether paid credits may go below zero. */
  allow_negative?: boolean | undefined;
  /** How far below zero, in credits; null means no limit. */
  negative_limit?: number | null | undefined;
  /** Whether to reset paid credits to zero on the schedule. */
  schedule_reset_to_zero?: boolean | undefined;
}

/**
 * Changes of edit-account to packaged credits.
 *
 * @example
 * ```ts
 * import type { EditPackagedCredits } from '@messaging-service/contract';
 *
 * export const packaged: EditPackagedCredits = { schedule_refill: true, schedule_refill_amount: 1000 };
 * ```
 */
export interface EditPackagedCredits {
  /** Balance after each refill, in credits; not negative. */
  schedule_refill_amount?: number | undefined;
  /** Whether to refill packaged credits on the schedule. */
  schedule_refill?: boolean | undefined;
}

/**
 * Changes of edit-account to inbound messages.
 *
 * @example
 * ```ts
 * import type { EditMoConfig } from '@messaging-service/contract';
 *
 * export const mo: EditMoConfig = {
 *   mo_webhook_url: 'https://example.com/inbound',
 *   mo_webhook_secret: 'a secret of your own',
 * };
 * ```
 */
export interface EditMoConfig {
  /** Inbound webhook URL; the empty string unsets it. */
  mo_webhook_url?: string | undefined;
  /** Secret that signs inbound webhooks; the empty string unsets it. It is never shown again. */
  mo_webhook_secret?: string | undefined;
}

/**
 * Request body of edit-account: any combination of members.
 *
 * @example
 * ```ts
 * import { type EditAccountRequest, editAccountRequestSchema, validate } from '@messaging-service/contract';
 *
 * const request: EditAccountRequest = {
 *   paid_credits: { allow_negative: true, negative_limit: 100, schedule_reset_to_zero: false },
 *   packaged_credits: { schedule_refill: true, schedule_refill_amount: 1000 },
 *   mo: { mo_webhook_url: 'https://example.com/inbound', mo_webhook_secret: 'a secret of your own' },
 *   schedule: '0 0 1 * *',
 * };
 * validate(editAccountRequestSchema, request).ok; // true
 * ```
 */
export interface EditAccountRequest {
  /** Changes to paid credits. */
  paid_credits?: EditPaidCredits | undefined;
  /** Changes to packaged credits. */
  packaged_credits?: EditPackagedCredits | undefined;
  /** Changes to inbound messaging. */
  mo?: EditMoConfig | undefined;
  /** Cron expression, GMT, of resets and refills; null or the empty string removes it. */
  schedule?: string | null | undefined;
}

/** Response of edit-account. */
export interface EditAccountResponse {
  /** `success`. */
  status: string;
}

/** Response of deactivate-account. */
export interface DeactivateAccountResponse {
  /** `success`, if the service returns it. */
  status?: string | undefined;
}

/**
 * Request body of top-up.
 *
 * @example
 * ```ts
 * import { type TopUpRequest, topUpRequestSchema, validate } from '@messaging-service/contract';
 *
 * const request: TopUpRequest = { accountUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', topup: 400 };
 * validate(topUpRequestSchema, request).ok; // true
 * ```
 */
export interface TopUpRequest {
  /** Account UUID. */
  accountUuid: string;
  /** Credits to add to the paid bucket; at least 1. */
  topup: number;
}

/** Request body of a top-up on the account's own path. */
export interface AccountTopUpRequest {
  /** Credits to add to the paid bucket; at least 1. */
  topup: number;
}

/** Response of top-up: an empty object. */
export interface TopUpResponse {
  /** `success`, if the service returns it. */
  status?: string | undefined;
}

/** The flag of packaged credits, to which the field table gives the name of a flag of paid credits. See API-7 and CRD-11. */
export const PACKAGED_CREDITS_SPELLINGS: readonly Spelling[] = [
  ['schedule_refill', 'schedule_reset_to_zero'],
];

const packagedCreditsMembersSchema = z.looseObject({
  remaining: z.int(),
  schedule_refill_amount: z.int(),
  schedule_refill: z.optional(z.boolean()),
  schedule_reset_to_zero: z.optional(z.boolean()),
});

const packagedCreditsSchema = z.pipe(
  packagedCreditsMembersSchema,
  z.transform((packaged: z.infer<typeof packagedCreditsMembersSchema>) => ({
    ...readEitherSpelling(packaged, PACKAGED_CREDITS_SPELLINGS),
    schedule_refill: packaged.schedule_refill ?? packaged.schedule_reset_to_zero ?? false,
  })),
);

/** Validates the response of list-accounts. */
export const accountsResponseSchema: z.ZodMiniType<AccountsResponse> = z.looseObject({
  accounts: list(
    z.looseObject({
      identifier: identifierSchema,
      name: z.string(),
      credits: z.int(),
      held_credits: z.int(),
      paid_credits: z.looseObject({
        remaining: z.int(),
        allow_negative: z.boolean(),
        negative_limit: z.nullable(z.int()),
        schedule_reset_to_zero: z.boolean(),
      }),
      packaged_credits: packagedCreditsSchema,
      mo: z.looseObject({ mo_webhook_url: z.string() }),
      schedule: z.nullable(z.string()),
      deleted: z.boolean(),
    }),
  ),
});

/** Validates the name of an account. See ACC-3. */
export const accountNameSchema = z.string().check(
  z.refine(
    (name) => name.trim() !== '' && /^.{1,200}$/su.test(name),
    'must be a name of 1 to 200 characters',
  ),
  z.refine((name) => name.isWellFormed(), 'must be well-formed Unicode'),
);

/** Validates the body of create-account. */
export const createAccountRequestSchema: z.ZodMiniType<CreateAccountRequest> = requestObject({
  name: accountNameSchema,
});

/** Validates the response of create-account. */
export const createAccountResponseSchema: z.ZodMiniType<CreateAccountResponse> = z.looseObject({
  identifier: identifierSchema,
  apiKey: identifierSchema,
});

const scheduleSchema = z.nullable(
  z.string().check((context) => {
    const problem = context.value === '' ? undefined : cronProblem(context.value);
    if (problem !== undefined)
      context.issues.push({ code: 'custom', message: problem, input: context.value, continue: true });
  }),
);

const notNegativeSchema = integerSchema.check(z.refine((value) => value >= 0, 'must not be negative'));

/** The schemas of the members of the body of edit-account, for objects that have these members among others. */
export const editAccountShape: {
  readonly [Member in keyof EditAccountRequest]-?: z.ZodMiniType<EditAccountRequest[Member]>;
} = {
  paid_credits: z.optional(
    requestObject({
      allow_negative: z.optional(z.boolean()),
      negative_limit: z.optional(z.nullable(integerSchema)),
      schedule_reset_to_zero: z.optional(z.boolean()),
    }),
  ),
  packaged_credits: z.optional(
    spelledEitherWay(PACKAGED_CREDITS_SPELLINGS, {
      schedule_refill_amount: z.optional(notNegativeSchema),
      schedule_refill: z.optional(z.boolean()),
      schedule_reset_to_zero: z.optional(z.boolean()),
    }),
  ),
  mo: z.optional(
    requestObject({
      mo_webhook_url: z.optional(unsettableWebhookUrlSchema),
      mo_webhook_secret: z.optional(webhookSecretSchema),
    }),
  ),
  schedule: z.optional(scheduleSchema),
};

/** Validates the body of edit-account. The parsed value has `schedule_refill`, with either spelling. */
export const editAccountRequestSchema: z.ZodMiniType<EditAccountRequest> = requestObject(editAccountShape);

/** Validates the response of edit-account. */
export const editAccountResponseSchema: z.ZodMiniType<EditAccountResponse> = z.looseObject({
  status: z.string(),
});

/** Validates responses that may be an empty object or `{ status }`. */
export const statusResponseSchema: z.ZodMiniType<TopUpResponse> = z.looseObject({
  status: z.optional(z.string()),
});

/** A top-up of nothing is a mistake. See CRD-9 and ERR-3. */
const creditsToAddSchema = integerSchema.check(
  z.refine((credits) => credits >= 1, 'must be at least 1 credit'),
);

/** Validates the body of top-up. */
export const topUpRequestSchema: z.ZodMiniType<TopUpRequest> = requestObject({
  accountUuid: uuidSchema,
  topup: creditsToAddSchema,
});

/** A member of edit-account, which must not be mixed with a top-up. See ACC-9. */
const ofAnEdit = z.optional(
  z.never('must not be together with topup: edit the account in a separate request'),
);

/** Validates the body of a top-up on the account's own path. */
export const accountTopUpRequestSchema: z.ZodMiniType<AccountTopUpRequest> = requestObject({
  topup: creditsToAddSchema,
  paid_credits: ofAnEdit,
  packaged_credits: ofAnEdit,
  mo: ofAnEdit,
  schedule: ofAnEdit,
});
