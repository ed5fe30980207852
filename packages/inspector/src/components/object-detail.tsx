import type { ComponentChildren } from 'preact';
import type { Resource } from '../live/use-resource.ts';
import { DetailHead } from './detail-head.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';

interface ObjectDetailProps<Data> {
  readonly resource: Resource<Data>;
  readonly title: (data: Data | undefined) => string;
  readonly state: (data: Data) => ComponentChildren;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Buttons in the head. */
  readonly actions?: (data: Data) => ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}

/** One object beside its list: loading, missing, or with its content. */
export function ObjectDetail<Data>({
  resource: { data, error },
  title,
  state,
  closeLabel,
  onClose,
  actions,
  children,
}: ObjectDetailProps<Data>) {
  return (
    <div class="detail">
      <DetailHead
        title={title(data)}
        state={data !== undefined && state(data)}
        closeLabel={closeLabel}
        onClose={onClose}
      >
        {data !== undefined && actions?.(data)}
      </DetailHead>
      {data === undefined && error === undefined && <Loading what={title(undefined).toLowerCase()} />}
      {error !== undefined && data === undefined && <EmptyState title={error} />}
      {error !== undefined && data !== undefined && <p class="stale">Not up to date. {error}</p>}
      {data !== undefined && children(data)}
    </div>
  );
}
