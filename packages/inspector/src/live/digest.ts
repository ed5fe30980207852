import { useEffect, useState } from 'preact/hooks';
import type { DigestEvent } from '../api/types.ts';
import { openStream } from './stream.ts';

type Listener = () => void;

/** The latest digest of the emulator, live. */
class Live {
  digest: DigestEvent | undefined;
  connected = false;
  /** When the digest was received, by the clock of this machine: a system clock goes on from there. */
  #receivedAt = 0;
  readonly #listeners = new Set<Listener>();

  /** Starts listening. A connection that breaks is opened again. */
  open(): void {
    openStream({
      onDigest: (digest, receivedAt) => {
        this.digest = digest;
        this.#receivedAt = receivedAt;
        this.connected = true;
        this.#notify();
      },
      onLost: () => {
        this.connected = false;
        this.#notify();
      },
    });
  }

  /** The emulator's present, in milliseconds since the epoch. */
  now(): number {
    if (this.digest === undefined) return Date.now();
    const reported = Date.parse(this.digest.now);
    return this.digest.mode === 'virtual' ? reported : reported + Date.now() - this.#receivedAt;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The one stream of this page. */
export const live = new Live();

/** Renders again whenever something has changed. */
export function useDigest(): { readonly digest: DigestEvent | undefined; readonly connected: boolean } {
  const [, redraw] = useState(0);
  useEffect(() => live.listen(() => redraw((count) => count + 1)), []);
  return { digest: live.digest, connected: live.connected };
}

/** The emulator's present. Under a clock that follows the machine's, the component renders every second. */
export function useNow(): number {
  const { digest } = useDigest();
  const [, redraw] = useState(0);
  const ticks = digest?.mode === 'system';
  useEffect(() => {
    if (!ticks) return undefined;
    const ticking = setInterval(() => redraw((count) => count + 1), 1_000);
    return () => clearInterval(ticking);
  }, [ticks]);
  return live.now();
}
