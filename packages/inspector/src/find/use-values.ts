import type { AccountsResponse, ReceiptCodesResponse } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';
import { lastTerm } from './completions.ts';
import type { Operator, Value } from './operators.ts';

/** Values that the emulator has, read while the user types a filter that takes them. */
export function useValues(
  typed: string,
  operators: readonly Operator[],
): (operator: Operator) => readonly Value[] {
  const { name } = lastTerm(typed);
  const wanted = operators.find((operator) => operator.name === name)?.values;
  const isOfAccounts = wanted === 'accounts' || wanted === 'senders';
  const accounts = useResource<AccountsResponse>(isOfAccounts ? '/accounts' : undefined).data;
  const codes = useResource<ReceiptCodesResponse>(wanted === 'codes' ? '/receipt-codes' : undefined).data;
  return ({ values = [] }) => {
    switch (values) {
      case 'accounts':
        return accounts?.accounts.map((account) => account.name) ?? [];
      case 'senders':
        return [
          ...new Set(accounts?.accounts.flatMap(({ senders }) => senders)),
          ...(accounts?.sharedSenders ?? []),
        ];
      case 'codes':
        return codes?.codes.map(({ code, description }) => [code, description] as const) ?? [];
      default:
        return values;
    }
  };
}
