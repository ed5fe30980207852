import type { ComponentChildren } from 'preact';
import type { Resource } from '../live/use-resource.ts';
import { EmptyState } from './empty-state.tsx';

/** A placeholder until the first response has arrived. It becomes visible only when that takes a moment. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div class="loading-state" role="status">
      <span class="visually-hidden">Loading {what}</span>
      {[70, 90, 55, 80].map((width) => (
        <span class="loading" style={{ width: `${width}%` }} key={width} />
      ))}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly resource: Resource<Data>;
  /** Name of the data, such as `accounts`. */
  readonly what: string;
  readonly children: (data: Data) => ComponentChildren;
}

/** Data that is read: a placeholder before it has arrived, and the error with a button that tries again. */
export function Loaded<Data>({ resource, what, children }: LoadedProps<Data>) {
  const { data, error, isGone, refresh } = resource;
  if (data !== undefined) return <>{children(data)}</>;
  if (error === undefined) return <Loading what={what} />;
  return (
    <EmptyState title={error}>
      {!isGone && (
        <button type="button" onClick={refresh}>
          Try again
        </button>
      )}
    </EmptyState>
  );
}
