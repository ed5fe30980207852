import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import { LiveQuery } from './live-query.ts';

/** An answer of the control API that is kept up to date. */
export interface Resource<Answer> {
  /** The latest answer; undefined before the first one, and after an error. */
  readonly data: Answer | undefined;
  /** Why there is none, in the emulator's words. */
  readonly error: string | undefined;
  /** Asks again now: for what no digest tells of. */
  readonly refresh: () => void;
}

/** Reads a path of the control API, and again whenever something has changed; reads nothing where there is no path. */
export function useResource<Answer>(path: string | undefined): Resource<Answer> {
  const [state, setState] = useState<{ path?: string; data?: Answer; error?: string }>({});
  const running = useRef<LiveQuery | undefined>(undefined);
  useEffect(() => {
    if (path === undefined) return undefined;
    const query = new LiveQuery(async (signal) => {
      try {
        const data = await call<Answer>('GET', path, undefined, signal);
        setState({ path, data });
      } catch (error) {
        if (!signal.aborted) setState({ path, error: (error as Error).message });
      }
    });
    running.current = query;
    return () => query.stop();
  }, [path]);
  const refresh = useCallback(() => running.current?.refresh(), []);
  const isOurs = state.path === path;
  return { data: isOurs ? state.data : undefined, error: isOurs ? state.error : undefined, refresh };
}
