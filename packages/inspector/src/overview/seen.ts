import { useState } from 'preact/hooks';
import { connection } from '../api/connection.ts';

/** Each service has its own look: a sandbox is another service. */
const KEY = `messaging-emulator-seen ${connection.path}`;

/**
 * The instant of the emulator up to which the user has seen the failures. It outlives the tab, because the next look can
 * be tomorrow.
 */
export function useSeen(): readonly [since: string | undefined, setSeen: (at: string | undefined) => void] {
  const [since, setSince] = useState(() => localStorage.getItem(KEY) ?? undefined);
  const setSeen = (at: string | undefined) => {
    if (at === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, at);
    setSince(at);
  };
  return [since, setSeen];
}
