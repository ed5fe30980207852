import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call, Refusal } from '../api/control-api.ts';
import { LiveQuery } from './live-query.ts';

/** A response of the control API that is kept up to date. */
export interface Resource<Body> {
  /** The latest response. It is undefined before the first one, and when the emulator no longer has the object. */
  readonly data: Body | undefined;
  /** Why the latest call failed, in the words of the emulator. While the emulator does not respond, `data` stays. */
  readonly error: string | undefined;
  /** Calls again, for changes that no digest reports. */
  readonly refresh: () => void;
}

interface Loaded<Body> {
  readonly path?: string;
  readonly data?: Body | undefined;
  readonly error?: string;
}

/**
 * Reads a path of the control API, and again whenever something has changed. Without a path, it reads nothing.
 *
 * @param path - The path, with its query.
 * @param leastRestMs - The least pause between a response and the next call.
 */
export function useResource<Body>(path: string | undefined, leastRestMs?: number): Resource<Body> {
  const [state, setState] = useState<Loaded<Body>>({});
  const running = useRef<LiveQuery | undefined>(undefined);
  useEffect(() => {
    if (path === undefined) return undefined;
    const query = new LiveQuery(async (signal) => {
      try {
        const data = await call<Body>('GET', path, undefined, signal);
        setState({ path, data });
      } catch (error) {
        if (!signal.aborted) setState((before) => failed(before, path, error as Error));
      }
    }, leastRestMs);
    running.current = query;
    return () => query.stop();
  }, [path]);
  const refresh = useCallback(() => running.current?.refresh(), []);
  const isOurs = state.path === path;
  return { data: isOurs ? state.data : undefined, error: isOurs ? state.error : undefined, refresh };
}

/** The latest response stays on the page while the emulator does not respond: the user may need it to see why. */
function failed<Body>(before: Loaded<Body>, path: string, error: Error): Loaded<Body> {
  const isKept = before.path === path && !(error instanceof Refusal);
  return { path, data: isKept ? before.data : undefined, error: error.message };
}
