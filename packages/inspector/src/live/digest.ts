import { useEffect, useState } from 'preact/hooks';
import type { DigestEvent } from '../api/types.ts';
import { Listeners, useListening } from './listeners.ts';
import { openStream } from './stream.ts';

const DAY_MS = 86_400_000;

/** The latest digest of the emulator, live. */
class Live {
  digest: DigestEvent | undefined;
  connected = false;
  /** When the digest was received, by the clock of this machine: a system clock continues from there. */
  #receivedAt = 0;
  readonly #changes = new Listeners();
  readonly listen = this.#changes.listen;
  /** Called every second, too, while the clock follows the machine's. */
  readonly #seconds = new Listeners();

  /** Starts listening. A connection that breaks is opened again. */
  open(): void {
    setInterval(() => {
      if (this.digest?.mode === 'system') this.#seconds.notify();
    }, 1_000);
    openStream({
      onDigest: (digest, receivedAt) => {
        this.digest = digest;
        this.#receivedAt = receivedAt;
        this.connected = true;
        this.#changes.notify();
      },
      onLost: () => {
        this.connected = false;
        this.#changes.notify();
      },
    });
  }

  /** The emulator's current time, in milliseconds since the epoch. */
  now(): number {
    if (this.digest === undefined) return Date.now();
    const reported = Date.parse(this.digest.now);
    return this.digest.mode === 'virtual' ? reported : reported + Date.now() - this.#receivedAt;
  }

  /** Listens to everything that changes, and to the time that passes: one timer serves all listeners. */
  readonly follow = (follower: () => void): (() => void) => {
    const ends = [this.listen(follower), this.#seconds.listen(follower)];
    return () => {
      for (const end of ends) end();
    };
  };
}

/** The one stream of this page. */
export const live = new Live();

/** Renders again whenever something has changed. */
export function useDigest(): { readonly digest: DigestEvent | undefined; readonly connected: boolean } {
  useListening(live.listen);
  return { digest: live.digest, connected: live.connected };
}

/** The emulator's current time. With a system clock, the component renders every second. */
export function useNow(): number {
  useListening(live.follow);
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
