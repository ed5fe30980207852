import { go, type Parameters, type View } from '../routing/route.ts';

/** The search of a list, which is in the address of its view. */
interface ListSearch {
  readonly q: string;
  readonly isFiltered: boolean;
  /** Changes parameters of the address; undefined removes one. Without `replace`, the change can be undone by Back. */
  readonly set: (changes: Parameters, replace?: boolean) => void;
}

/**
 * The search in the address of a view.
 *
 * @param kept - Other parameters of the view.
 */
export function useSearch(view: View, { id, q = '' }: Parameters, kept: Parameters = {}): ListSearch {
  return {
    q,
    isFiltered: q.trim() !== '',
    set: (changes, replace = true) => go(view, { id, q, ...kept, ...changes }, { replace }),
  };
}
