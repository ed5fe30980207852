import { useEffect, useState } from 'preact/hooks';
import type { DigestEvent } from '../api/types.ts';
import { openStream } from './stream.ts';
import { useRedraw } from './use-redraw.ts';

type Listener = () => void;

const DAY_MS = 86_400_000;

/** The latest digest of the emulator, live. */
class Live {
  digest: DigestEvent | undefined;
  connected = false;
  /** When the digest was received, by the clock of this machine: a system clock continues from there. */
  #receivedAt = 0;
  readonly #listeners = new Set<Listener>();
  /** Called every second, too, while the clock follows the machine's. */
  readonly #followers = new Set<Listener>();
  #ticking: ReturnType<typeof setInterval> | undefined;

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

  /** The emulator's current time, in milliseconds since the epoch. */
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

  /** Listens to everything that changes, and to the time that passes: one timer serves all listeners. */
  follow(follower: Listener): () => void {
    this.#followers.add(follower);
    this.#ticking ??= setInterval(() => {
      if (this.digest?.mode === 'system') for (const each of this.#followers) each();
    }, 1_000);
    const unlisten = this.listen(follower);
    return () => {
      unlisten();
      this.#followers.delete(follower);
      if (this.#followers.size > 0) return;
      clearInterval(this.#ticking);
      this.#ticking = undefined;
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
  const redraw = useRedraw();
  useEffect(() => live.listen(redraw), []);
  return { digest: live.digest, connected: live.connected };
}

/** The emulator's current time. With a system clock, the component renders every second. */
export function useNow(): number {
  const redraw = useRedraw();
  useEffect(() => live.follow(redraw), []);
  return live.now();
}

/**
 * The beginning of the emulator's day, in milliseconds since the epoch. The component renders when another day begins.
 */
export function useToday(): number {
  const today = () => Math.floor(live.now() / DAY_MS) * DAY_MS;
  const [day, setDay] = useState(today);
  useEffect(() => live.follow(() => setDay(today())), []);
  return day;
}
