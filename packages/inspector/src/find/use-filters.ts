import type { AccountsResponse } from '../api/types.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { filtersIn, queryOf } from './filters.ts';
import type { Operator } from './operators.ts';

/** The filters of an address. */
interface Filters {
  /** Parameters of the control API. */
  readonly query: Readonly<Record<string, string>>;
  /** The same filters as parameters of the address. */
  readonly filters: Readonly<Record<string, string>>;
}

/** The filters in the parameters of an address, also in the form in which the control API accepts them. */
export function useFilters(
  parameters: Readonly<Record<string, string | undefined>>,
  operators: readonly Operator[],
): Filters {
  const filters = filtersIn(parameters, operators);
  const { data } = useResource<AccountsResponse>(filters.account === undefined ? undefined : '/accounts');
  const now = useNow();
  return { filters, query: queryOf(filters, data?.accounts ?? [], now) };
}
