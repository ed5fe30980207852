import { useEffect, useState } from 'preact/hooks';
import { connection } from '../api/connection.ts';
import { store, stored } from '../api/stored.ts';
import { live, useDigest } from '../live/digest.ts';

/** Each service has its own look: a sandbox is another service. */
const KEY = `messaging-emulator-seen ${connection.path}`;

/** A look can seem a moment ahead of the time of a digest that arrives late. */
const LATE_MS = 1_000;

/**
 * The instant of the emulator up to which the user has seen the failures. It outlives the tab, because the next look can
 * be tomorrow. A reset or an undo moves the clock to before the look: the look is forgotten then, because it would hide
 * what fails from then on.
 */
export function useSeen(): readonly [since: string | undefined, setSeen: (at: string | undefined) => void] {
  const { digest } = useDigest();
  const [since, setSince] = useState(() => stored(KEY));
  const setSeen = (at: string | undefined) => {
    store(KEY, at);
    setSince(at);
  };
  const isAhead = since !== undefined && digest !== undefined && Date.parse(since) > live.now() + LATE_MS;
  useEffect(() => {
    if (isAhead) setSeen(undefined);
  }, [isAhead]);
  return [isAhead ? undefined : since, setSeen];
}
