import type { AccountOverview, OrganizationView } from '../api/types.ts';
import { count } from '../format.ts';

/** The lower limit of paid credits. */
export function negativeLimitText({
  allow_negative,
  negative_limit,
}: AccountOverview['paid_credits']): string {
  if (!allow_negative) return 'not below zero';
  return negative_limit === null ? 'may be negative' : `down to ${count(-Math.abs(negative_limit))}`;
}

/** Whether an account has no credits for another message, so that it cannot send. */
export function isOutOfCredits(
  { credits, paid_credits: { allow_negative, negative_limit }, deleted }: AccountOverview,
  organization: OrganizationView | undefined,
): boolean {
  if (deleted || organization?.creditSystem !== true) return false;
  if (!allow_negative) return credits <= 0;
  return negative_limit !== null && credits <= -Math.abs(negative_limit);
}

/** An organization with its credits. */
export function organizationText({ name, credits, creditSystem }: OrganizationView): string {
  if (!creditSystem) return `${name}: sends without credits`;
  return credits === null ? name : `${name}: ${count(credits)} credits for top-ups`;
}
