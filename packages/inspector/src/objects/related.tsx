import { filterTerm, searchTerm, visible } from '@messaging-service/text';
import type { RelatedGroup, RelatedObject } from '../api/types.ts';
import { Failure } from '../components/loading.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { useResource } from '../live/use-resource.ts';
import { entryHref, href, objectHref } from '../routing/route.ts';
import { query } from '../values.ts';

/** A kind of related objects. */
export type RelatedKind = RelatedGroup['kind'];

const NAMES: Readonly<Record<RelatedKind, string>> = {
  request: 'Requests',
  batch: 'Batches',
  message: 'Messages',
  phone: 'Phones',
  account: 'Accounts',
  entry: 'Ledger',
  webhook: 'Webhooks',
  job: 'Jobs',
};

interface RelatedProps {
  readonly kind: RelatedKind;
  readonly id: string;
}

interface RelatedSectionProps extends RelatedProps {
  /** Kinds of objects that are linked beside it already. */
  readonly without?: readonly RelatedKind[];
}

/** Every object that an object is related to, with a link to each. */
export function Related({ kind, id, without = [] }: RelatedSectionProps) {
  const resource = useResource<{ related: readonly RelatedGroup[] }>(`/related${query({ kind, id })}`, {
    keepsGone: true,
  });
  const { data, error } = resource;
  const groups = data?.related.filter((group) => !without.includes(group.kind)) ?? [];
  if (data !== undefined && groups.length === 0 && without.length > 0) return null;
  return (
    <section
      class="related"
      aria-label={kind === 'entry' ? 'Related objects of the change' : 'Related objects'}
      aria-busy={data === undefined && error === undefined}
    >
      <h3>Related</h3>
      {data === undefined && <Failure of={resource} />}
      {data !== undefined && groups.length === 0 && <p class="dim">Nothing else is related to it.</p>}
      <PropertyList
        entries={groups.map((group) => [
          NAMES[group.kind],
          <>
            {group.objects.map((object) => (
              <RelatedLink kind={group.kind} object={object} key={object.id} />
            ))}
            {group.isCut && <MoreOf kind={group.kind} subject={{ kind, id }} />}
          </>,
        ])}
      />
    </section>
  );
}

function RelatedLink({ kind, object }: { readonly kind: RelatedKind; readonly object: RelatedObject }) {
  const { id, text, at, accountUuid = '' } = object;
  return (
    <p>
      <a href={kind === 'entry' ? entryHref(accountUuid, id) : objectHref(kind, id)} title={`${kind} ${id}`}>
        {visible(text)}
      </a>
      {at !== undefined && (
        <span class="dim">
          {' '}
          <Timestamp at={at} />
        </span>
      )}
    </p>
  );
}

/** The filters of the lists by the kind of the object that they are about; an empty one is a word. */
const FILTERS: Partial<Record<RelatedKind, Partial<Record<RelatedKind, string>>>> = {
  message: { account: 'account', batch: 'batch', phone: 'to' },
  request: { account: 'account', phone: 'to' },
  webhook: { account: 'account', message: 'message', phone: '', batch: '' },
};

/** Leads to the list that has all of them, where there is one. */
function MoreOf({ kind, subject }: { readonly kind: RelatedKind; readonly subject: RelatedProps }) {
  const filter = FILTERS[kind]?.[subject.kind];
  if (filter === undefined) return <p class="dim">and more</p>;
  const view = kind === 'message' ? 'messages' : kind === 'request' ? 'requests' : 'webhooks';
  return (
    <p>
      <a href={href(view, { q: filter === '' ? searchTerm(subject.id) : filterTerm(filter, subject.id) })}>
        All of them
      </a>
    </p>
  );
}
