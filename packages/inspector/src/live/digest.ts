import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { DigestResponse } from '../api/types.ts';
import { Listeners, useListening } from '../listeners.ts';

/** The pause between two reads of the digest: short enough for a change to seem immediate. */
const PAUSE_MS = 300;

/** The same while the emulator does not respond. */
const LOST_PAUSE_MS = 1_000;

const DAY_MS = 86_400_000;

/**
 * The latest digest of the emulator. The page reads it again and again, and everything else only when it has changed. A
 * stream would keep a connection open, and a browser opens at most six to a server, for all of its tabs.
 */
class Live {
  digest: DigestResponse | undefined;
  connected = false;
  /** Whether it is read although the page is hidden. */
  readsHidden = false;
  /** When the digest was received, by the clock of this machine: a system clock continues from there. */
  #receivedAt = 0;
  readonly #reads = new Listeners();
  /** Adds a function that is called after each read, whether something has changed or not. */
  readonly listen = this.#reads.listen;

  /** Reads the digest until the page is closed. A tab in the background pauses until the user opens it again. */
  async open(): Promise<never> {
    for (;;) {
      await this.read();
      await new Promise((resolve) => setTimeout(resolve, this.connected ? PAUSE_MS : LOST_PAUSE_MS));
      if (document.hidden && !this.readsHidden)
        await new Promise((resolve) =>
          document.addEventListener('visibilitychange', resolve, { once: true }),
        );
    }
  }

  async read(): Promise<void> {
    try {
      this.digest = await call<DigestResponse>('GET', '/digest');
      this.#receivedAt = Date.now();
      this.connected = true;
    } catch {
      this.connected = false;
    }
    this.#reads.notify();
  }

  /** The emulator's current time, in milliseconds since the epoch. */
  now(): number {
    if (this.digest === undefined) return Date.now();
    const reported = Date.parse(this.digest.now);
    return this.digest.mode === 'virtual' ? reported : reported + Date.now() - this.#receivedAt;
  }
}

/** The one digest of this page. */
export const live = new Live();

/**
 * A text that changes when anything has changed. The ticking of a system clock is not a change, and its distance from the
 * machine's clock is read with an error of a millisecond.
 */
export function versionOf({ now, offset, ...counts }: DigestResponse): string {
  const time = offset === undefined ? now : Math.round(offset / 1_000);
  return JSON.stringify({ time, ...counts });
}

/** Renders again after each read of the digest. */
export function useDigest(): { readonly digest: DigestResponse | undefined; readonly connected: boolean } {
  useListening(live.listen);
  return { digest: live.digest, connected: live.connected };
}

/** The emulator's current time. The component renders again while it passes. */
export function useNow(): number {
  useListening(live.listen);
  return live.now();
}

/**
 * The beginning of the emulator's day, in milliseconds since the epoch. The component renders when another day begins.
 */
export function useToday(): number {
  const today = () => Math.floor(live.now() / DAY_MS) * DAY_MS;
  const [day, setDay] = useState(today);
  useEffect(() => live.listen(() => setDay(today())), []);
  return day;
}
