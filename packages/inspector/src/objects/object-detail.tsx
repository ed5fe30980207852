import type { ComponentChildren } from 'preact';
import { Loaded } from '../components/loading.tsx';
import type { Resource } from '../live/use-resource.ts';
import { capitalized } from '../values.ts';

interface ObjectDetailProps<Data> {
  readonly resource: Resource<Data>;
  /** The kind of object, such as `message`. */
  readonly what: string;
  /** Its name; default: the kind. */
  readonly title?: ((data: Data) => string) | undefined;
  readonly state: (data: Data) => ComponentChildren;
  readonly onClose: () => void;
  /** Buttons in the head. */
  readonly actions?: (data: Data) => ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}

/** One object beside its list: loading, missing, or with its content. */
export function ObjectDetail<Data>({
  resource,
  what,
  title,
  state,
  onClose,
  actions,
  children,
}: ObjectDetailProps<Data>) {
  const { data } = resource;
  const kind = capitalized(what);
  return (
    <div class="detail">
      <header class="detail-head">
        <h2>{data === undefined ? kind : (title?.(data) ?? kind)}</h2>
        {data !== undefined && (
          <>
            {state(data)}
            <span class="spacer" />
            <span class="actions">{actions?.(data)}</span>
          </>
        )}
        <button type="button" class="quiet icon" aria-label={`Close the ${what}`} onClick={onClose}>
          ×
        </button>
      </header>
      <Loaded resource={resource} what={what}>
        {children}
      </Loaded>
    </div>
  );
}
