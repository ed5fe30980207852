import type { ComponentChildren } from 'preact';
import type { Resource } from '../live/use-resource.ts';
import { EmptyState } from './empty-state.tsx';

/** A placeholder until the first response has arrived. It becomes visible only when that takes a moment. */
function Loading({ what }: { readonly what: string }) {
  return (
    <div class="loading-state" role="status">
      <span class="visually-hidden">Loading {what}</span>
    </div>
  );
}

interface LoadedProps<Data> {
  readonly resource: Resource<Data>;
  /** Name of the data, such as `accounts`. */
  readonly what: string;
  readonly children: (data: Data) => ComponentChildren;
}

/** Data that is read: a placeholder before it has arrived, and the reason if it cannot be read. */
export function Loaded<Data>({ resource, what, children }: LoadedProps<Data>) {
  const { data, error } = resource;
  if (data === undefined && error === undefined) return <Loading what={what} />;
  return (
    <>
      <Failure of={resource} />
      {data !== undefined && children(data)}
    </>
  );
}

/** Why data could not be read, in its place or beside earlier data, with a button that tries again. */
export function Failure({ of: { data, error, isGone, refresh } }: { readonly of: Resource<unknown> }) {
  const isStale = data !== undefined;
  // An object that stays although it is gone says so itself.
  if (error === undefined || (isGone && isStale)) return null;
  const retry = !isGone && (
    <button type="button" onClick={refresh}>
      Try again
    </button>
  );
  if (!isStale) return <EmptyState title={error}>{retry}</EmptyState>;
  return (
    <p class="stale">
      Not up to date. {error} {retry}
    </p>
  );
}
