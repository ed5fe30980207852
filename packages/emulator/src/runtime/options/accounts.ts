import {
  accountNameSchema,
  editAccountShape,
  integerSchema,
  senderIdSchema,
  THRESHOLD_TYPES,
  uuidSchema,
  webhookUrlSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { isExactBalance } from '../../domain/rules/credits.ts';
import { isThresholdValue } from '../../domain/rules/thresholds.ts';
import { doc, optional } from './doc.ts';
import type { AccountOptions } from './options.ts';
import { apiKeySchema, creditsSchema, oneOf } from './values.ts';

/** The body of `POST /organizations`, and the base of the organization option. */
export const organizationSchema = z.strictObject({
  name: optional(z.string(), 'Name of the organization.', 'checkout'),
  credits: optional(
    z.nullable(creditsSchema),
    'Credits that the organization can distribute by top-ups; null for no limit. Default: null.',
    1000,
  ),
  creditSystem: optional(
    z.boolean(),
    'Whether the organization uses credits. If false, its accounts send without limit. Default: true.',
    true,
  ),
});

/**
 * Debt that an account may start with. Even after all possible sends, the balance stays far from 2^53 - 1 below zero.
 */
const LARGEST_DEBT = 1_000_000_000_000_000;
const startingCreditsSchema = integerSchema.check(
  z.refine((credits) => credits >= -LARGEST_DEBT, `must be at least ${-LARGEST_DEBT}`),
);
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
  .check(
    z.refine(({ threshold_type: type, threshold_value: value }) => isThresholdValue(type, value), {
      path: ['threshold_value'],
      error: 'must be from 0 to 1',
    }),
  );

/** An account that exists from the start: its own members, and those of edit-account. */
export const accountSchema: z.ZodMiniType<AccountOptions> = z
  .strictObject({
    name: optional(accountNameSchema, 'Account name: 1 to 200 characters.', 'checkout'),
    identifier: optional(uuidSchema, 'Account UUID.', '6f2c548e-81e3-435f-bf2c-f5beaa5f01ad'),
    apiKey: z.optional(apiKeySchema),
    senders: optional(z.array(senderIdSchema), 'Sender IDs that the account owns.', ['DEMO', '447700900990']),
    credits: optional(startingCreditsSchema, 'Paid credits at the start. Default: 0.', 1000),
    packagedCredits: optional(creditsSchema, 'Packaged credits at the start. Default: 0.', 0),
    notifications: optional(
      z.array(notificationSchema),
      'Credit notifications of the account. Default: none.',
    ),
    ...editAccountShape,
  })
  .check(({ value, issues }) => {
    const { credits = 0, packagedCredits = 0, packaged_credits: packaged } = value as AccountOptions;
    if (isExactBalance(credits, packagedCredits, packaged?.schedule_refill_amount ?? 0)) return;
    const message = 'would take the balance beyond 2^53 - 1 credits, now or at a refill';
    issues.push({ code: 'custom', path: ['credits'], message, input: credits });
  });
