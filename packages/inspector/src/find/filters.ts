import type { AccountsResponse } from '../api/types.ts';
import { given } from '../values.ts';
import type { Operator } from './operators.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The states of a message. */
export const STATES = ['scheduled', 'queued', 'sent', 'delivered', 'failed'] as const;
/** The kinds of webhooks. */
export const KINDS = ['inbound-message', 'delivery-receipt', 'credit-notification'] as const;
/** The states of a webhook delivery. */
export const DELIVERY_STATES = ['pending', 'succeeded', 'exhausted'] as const;

/** Operators of the search for messages. */
export const MESSAGE_OPERATORS: readonly Operator[] = [
  { name: 'state', example: 'failed', values: STATES },
  { name: 'to', example: '+447700900123' },
  { name: 'from', example: 'DEMO' },
  { name: 'account', example: '"My account"' },
  { name: 'code', example: '22' },
  { name: 'channel', example: 'rcs' },
  { name: 'after', example: '10:30' },
  { name: 'before', example: '2026-01-31' },
  { name: 'batch', example: 'UUID' },
];

/** Operators of the search for requests. */
export const REQUEST_OPERATORS: readonly Operator[] = [
  { name: 'status', example: '409' },
  { name: 'code', example: 'sender_not_owned' },
  { name: 'to', example: '+447700900123' },
  { name: 'account', example: '"My account"' },
  { name: 'after', example: '10:30' },
  { name: 'before', example: '2026-01-31' },
  { name: 'about', example: 'UUID' },
];

/** Operators of the search for webhooks. */
export const WEBHOOK_OPERATORS: readonly Operator[] = [
  { name: 'state', example: 'exhausted', values: DELIVERY_STATES },
  { name: 'kind', example: 'delivery-receipt', values: KINDS },
  { name: 'account', example: '"My account"' },
  { name: 'message', example: 'UUID' },
];

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parameters of the address that are filters. */
export function filtersIn(
  parameters: Parameters,
  operators: readonly Operator[],
): Readonly<Record<string, string>> {
  const values = Object.fromEntries(operators.map(({ name }) => [name, parameters[name]]));
  return given(values) as Record<string, string>;
}

/**
 * The filters as the control API accepts them: the UUID of an account that is given by its name, and whole instants.
 *
 * @param now - The emulator's current time: a time without a day is a time of today.
 */
export function queryOf(
  filters: Readonly<Record<string, string>>,
  accounts: AccountsResponse['accounts'],
  now: number,
): Record<string, string> {
  const { account, after, before, ...others } = filters;
  return given({
    ...others,
    account: account && accountUuid(account, accounts),
    after: after && instantOf(after, now),
    before: before && instantOf(before, now),
  });
}

/** A UUID that no account has: a filter by an unknown name finds nothing. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

function accountUuid(given: string, accounts: AccountsResponse['accounts']): string {
  const wanted = given.toLowerCase();
  const byName = accounts.find(({ name }) => name.toLowerCase() === wanted);
  const byPart = accounts.find(
    ({ name, identifier }) => identifier.startsWith(wanted) || name.toLowerCase().includes(wanted),
  );
  return (byName ?? byPart)?.identifier ?? (UUID.test(given) ? given : NO_ACCOUNT);
}

/** A day, a time of today, or an instant, in GMT unless it names an offset. */
function instantOf(given: string, now: number): string {
  if (/^\d{1,2}:\d\d(:\d\d)?$/.test(given)) {
    const day = new Date(now).toISOString().slice(0, 10);
    return `${day}T${/^\d:/.test(given) ? '0' : ''}${given}Z`;
  }
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return `${given}T00:00Z`;
  return /(Z|[+-]\d\d:?\d\d)$/i.test(given) ? given : `${given}Z`;
}
