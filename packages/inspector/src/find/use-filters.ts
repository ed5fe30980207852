import type { AccountsResponse } from '../api/types.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { go, type Parameters, type View } from '../routing/route.ts';
import { filtersIn, queryOf } from './filters.ts';
import type { Operator } from './operators.ts';

/** The search and the filters of a list. */
interface Filters {
  /** Parameters of the control API. */
  readonly query: Parameters;
  readonly isFiltered: boolean;
  /** Changes parameters of the address; undefined removes one. Without `replace`, the change can be undone by Back. */
  readonly set: (changes: Parameters, replace?: boolean) => void;
}

/** The search and the filters in the address of a view, also in the form in which the control API accepts them. */
export function useFilters(view: View, parameters: Parameters, operators: readonly Operator[]): Filters {
  const { id, search = '' } = parameters;
  const filters = filtersIn(parameters, operators);
  const { data } = useResource<AccountsResponse>(filters.account === undefined ? undefined : '/accounts');
  const now = useNow();
  return {
    query: { q: search, ...queryOf(filters, data?.accounts ?? [], now) },
    isFiltered: search !== '' || Object.keys(filters).length > 0,
    set: (changes, replace = true) => go(view, { id, search, ...filters, ...changes }, { replace }),
  };
}
