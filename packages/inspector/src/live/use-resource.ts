import { useEffect, useRef, useState } from 'preact/hooks';
import { call, Refusal } from '../api/control-api.ts';
import { type DigestPart, LiveQuery } from './live-query.ts';

/** A response of the control API that is kept up to date. */
export interface Resource<Body> {
  /** The latest response. It is undefined before the first one, and when the emulator no longer has the object. */
  readonly data: Body | undefined;
  /** Why the latest call failed, in the words of the emulator. While the emulator does not respond, `data` stays. */
  readonly error: string | undefined;
  /** Whether the emulator does not have the object, or no longer. */
  readonly isGone: boolean;
  /** Calls again, for changes that no digest reports. */
  readonly refresh: () => void;
}

interface Loaded<Body> {
  readonly path?: string;
  readonly data?: Body | undefined;
  readonly error?: string;
  readonly isGone?: boolean;
}

/** When a resource is read again, and how its responses are combined. */
interface ResourceOptions<Body> {
  /** The part of the digest that the resource changes with; default: any change. */
  readonly changesWith?: DigestPart;
  /** For a resource that is read in parts; default: each response replaces the one before. */
  readonly continuation?: Continuation<Body>;
  /** Whether the latest state of an object stays when the emulator no longer has it: the user may be reading it. */
  readonly keepsGone?: boolean;
}

/** How a response continues the earlier ones, which are undefined for the first call. */
interface Continuation<Body> {
  /** The query of the next call. */
  readonly query: (before: Body | undefined) => string;
  readonly combine: (before: Body | undefined, response: Body) => Body;
  /** Whether there is more to read already. It is read before anything is shown. */
  readonly hasMore: (combined: Body) => boolean;
}

/**
 * Reads a path of the control API, and again whenever something has changed. Without a path, it reads nothing.
 *
 * @param path - The path, with its query. Another path is another resource.
 * @param options - When it is read again, and how responses are combined.
 */
export function useResource<Body>(
  path: string | undefined,
  { changesWith, continuation, keepsGone = false }: ResourceOptions<Body> = {},
): Resource<Body> {
  const [state, setState] = useState<Loaded<Body>>({});
  const running = useRef<LiveQuery | undefined>(undefined);
  useEffect(() => {
    if (path === undefined) return undefined;
    let latest: Body | undefined;
    const query = new LiveQuery(
      async (signal) => {
        let read: Body;
        do {
          const next = `${path}${continuation?.query(latest) ?? ''}`;
          const response = await call<Body>('GET', next, undefined, signal);
          read = continuation?.combine(latest, response) ?? response;
          latest = read;
        } while (continuation?.hasMore(read) === true && !signal.aborted);
        setState({ path, data: read });
      },
      (error) => setState((before) => failed(before, path, error, keepsGone)),
      changesWith,
    );
    running.current = query;
    return () => query.stop();
  }, [path]);
  const refresh = () => running.current?.refresh();
  const isOurs = state.path === path;
  const { data, error, isGone = false } = isOurs ? state : {};
  return { data, error, isGone, refresh };
}

/** The latest response stays on the page while the emulator cannot respond: the user may need it to see why. */
function failed<Body>(before: Loaded<Body>, path: string, error: Error, keepsGone: boolean): Loaded<Body> {
  const isGone = error instanceof Refusal && error.status === 404;
  const data = before.path === path && (keepsGone || !isGone) ? before.data : undefined;
  return { path, data, error: error.message, isGone };
}
