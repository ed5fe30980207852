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

/** An organization with its credits. */
export function organizationText({ name, credits, creditSystem }: OrganizationView): string {
  if (!creditSystem) return `${name}: sends without credits`;
  return credits === null ? name : `${name}: ${count(credits)} credits for top-ups`;
}
