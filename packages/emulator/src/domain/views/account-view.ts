import {
  type Account as AccountView,
  PACKAGED_CREDITS_SPELLINGS,
  writeBothSpellings,
} from '@messaging-service/contract';
import { balance } from '../rules/credits.ts';
import type { Account } from '../state/state.ts';

/**
 * An account as the list shows it: with both spellings of the flag of packaged credits, and without its secret. See ACC-1
 * and ACC-5.
 */
export function viewAccount(account: Account): AccountView {
  const { paid, packaged } = account;
  return {
    identifier: account.uuid,
    name: account.name,
    credits: balance(account),
    held_credits: account.held,
    paid_credits: {
      remaining: paid.remaining,
      allow_negative: paid.allowNegative,
      negative_limit: paid.negativeLimit,
      schedule_reset_to_zero: paid.resetOnSchedule,
    },
    packaged_credits: writeBothSpellings(
      {
        remaining: packaged.remaining,
        schedule_refill_amount: packaged.refillAmount,
        schedule_refill: packaged.refillOnSchedule,
      },
      PACKAGED_CREDITS_SPELLINGS,
    ),
    mo: { mo_webhook_url: account.mo.url },
    schedule: account.schedule,
    deleted: account.deleted,
  };
}
