import { filterTerm, searchTerm } from '@messaging-service/text';
import type { ObjectKind } from '../routing/objects.ts';
import { href, objectHref } from '../routing/route.ts';
import { capitalized } from '../values.ts';

/** The objects that an object belongs to, by kind, as far as its view knows them. */
type Known = Partial<Record<ObjectKind, string | null | undefined>>;

interface RelatedProps {
  readonly of: Known;
  /** The kind of the object itself, which needs no link; default: it is not among them. */
  readonly subject?: ObjectKind;
}

/** Links to the objects that an object belongs to, and to the lists with all that is about it. */
export function Related({ of, subject }: RelatedProps) {
  const objects = (Object.entries(of) as [ObjectKind, string | null | undefined][]).flatMap(([kind, id]) =>
    kind === subject || typeof id !== 'string' ? [] : [[capitalized(kind), objectHref(kind, id)] as const],
  );
  return (
    <section class="object-links" aria-label="Related objects">
      {[...objects, ...listsOf(of)].map(([name, address]) => (
        <a href={address} key={name}>
          {name}
        </a>
      ))}
    </section>
  );
}

/** The filters with which the lists find what is about an object, from the narrowest kind on. An empty one is a word. */
const FILTERS = {
  message: { requests: 'about', webhooks: 'message' },
  batch: { requests: 'about', webhooks: '' },
  phone: { messages: 'to', requests: 'to', webhooks: '' },
  account: { messages: 'account', requests: 'about', webhooks: 'account' },
} as const;

/** The lists with what is about the narrowest of the objects. */
function listsOf(of: Known): (readonly [name: string, address: string])[] {
  const kinds = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const kind = kinds.find((one) => typeof of[one] === 'string');
  if (kind === undefined) return [];
  const id = of[kind] ?? '';
  const filters = Object.entries(FILTERS[kind]) as ['messages' | 'requests' | 'webhooks', string][];
  const lists = filters.map(([view, filter]) => {
    const q = filter === '' ? searchTerm(id) : filterTerm(filter, id);
    return [capitalized(view), href(view, { q })] as const;
  });
  if (typeof of.account !== 'string' || typeof of.batch !== 'string') return lists;
  const ledger = objectHref('account', of.account, { q: filterTerm('batch', of.batch) });
  return [...lists, ['Ledger', ledger]];
}
