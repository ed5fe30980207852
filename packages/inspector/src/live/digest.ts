import { useEffect, useState } from 'preact/hooks';
import { API, withToken } from '../api/control-api.ts';
import type { DigestEvent } from '../api/types.ts';

type Listener = () => void;

/** What the emulator last said of itself, live. */
class Live {
  digest: DigestEvent | undefined;
  connected = false;
  /** When the digest came, by this page's own clock: a system clock goes on from there. */
  #receivedAt = 0;
  readonly #listeners = new Set<Listener>();

  /** Begins listening; the browser connects again by itself. */
  open(): void {
    const source = new EventSource(withToken(`${API}/events?digest`));
    source.addEventListener('digest', ({ data }: MessageEvent<string>) => {
      this.digest = JSON.parse(data) as DigestEvent;
      this.#receivedAt = performance.now();
      this.connected = true;
      this.#tell();
    });
    source.addEventListener('error', () => {
      this.connected = false;
      this.#tell();
    });
  }

  /** The emulator's present, in milliseconds since the epoch. */
  now(): number {
    if (this.digest === undefined) return Date.now();
    const told = Date.parse(this.digest.now);
    return this.digest.mode === 'virtual' ? told : told + performance.now() - this.#receivedAt;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The one stream of this page. */
export const live = new Live();

/** Draws anew whenever something has changed. */
export function useDigest(): { readonly digest: DigestEvent | undefined; readonly connected: boolean } {
  const [, redraw] = useState(0);
  useEffect(() => live.listen(() => redraw((count) => count + 1)), []);
  return { digest: live.digest, connected: live.connected };
}

/** The emulator's present; under a clock that follows the machine's it is drawn anew every second. */
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
