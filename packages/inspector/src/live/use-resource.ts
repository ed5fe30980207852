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

/** When a resource is read again, and what stays of it. */
interface ResourceOptions {
  /** The part of the digest that the resource changes with; default: any change. */
  readonly changesWith?: DigestPart;
  /** Whether the latest state of an object stays when the emulator no longer has it: the user may be reading it. */
  readonly keepsGone?: boolean;
}

/**
 * Reads a path of the control API, and again whenever something has changed. Without a path, it reads nothing.
 *
 * @param path - The path, with its query. Another path is another resource.
 * @param options - When it is read again, and what stays of it.
 */
export function useResource<Body>(
  path: string | undefined,
  { changesWith, keepsGone = false }: ResourceOptions = {},
): Resource<Body> {
  const [state, setState] = useState<Loaded<Body>>({});
  const running = useRef<LiveQuery | undefined>(undefined);
  useEffect(() => {
    if (path === undefined) return undefined;
    const query = new LiveQuery(
      async (signal) => setState({ path, data: await call<Body>('GET', path, undefined, signal) }),
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
