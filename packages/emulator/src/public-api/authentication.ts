import type { KeyKind } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';
import { type Account, mustGet, type Organization, type State } from '../domain/state/state.ts';

/**
 * Identifies the caller by the API key of the query string, which must be of the kind that the operation requires. The key
 * itself is never repeated in a response: responses end up in logs. See KEY-1, KEY-2, KEY-3, KEY-6 and ERR-4.
 */
export function authenticate(state: State, key: string | undefined, kind: KeyKind): Account | Organization {
  if (key === undefined || key === '') throw invalidKey('The query parameter "key" is missing.');
  const principal = state.principals.get(key);
  if (principal === undefined) throw invalidKey('The API key is unknown, or its account was deactivated.');
  if (kind !== 'any' && principal.kind !== kind) {
    throw invalidKey(
      `This operation requires the API key of an ${kind}, not the API key of an ${principal.kind}.`,
    );
  }
  return principal.kind === 'account'
    ? mustGet(state.accounts, principal.uuid)
    : mustGet(state.organizations, principal.uuid);
}

function invalidKey(message: string): Rejection {
  return new Rejection('invalid_key', message);
}
