import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** How codes are given out. Times in milliseconds. */
export const RULES = {
  /** Digits of a code. */
  digits: 6,
  /** How long a code can be used. */
  lifetimeMs: 5 * 60_000,
  /** How often a code can be guessed at, the right guess included. */
  attempts: 5,
  /** How long to wait before asking for another. */
  resendAfterMs: 60_000,
  /** How many codes a phone gets in a window: each is a text somebody pays for, and five more guesses. */
  codesPerWindow: 3,
  windowMs: 60 * 60_000,
} as const;

/** What a phone is told that asks for a code. */
export type Issued =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly retryAfterMs: number };

/** The codes that are out. One process keeps them in memory; several would share a store with the same operations. */
export interface LoginCodes {
  /** Makes a code for a phone, which ends the one before it, or says how long to wait. */
  issue(phone: string): Issued;
  /** Whether this is the code of this phone. The right one is accepted once, and a wrong one counts. */
  redeem(phone: string, code: string): boolean;
  /** Takes back a code that was never sent, as if nobody had asked. */
  withdraw(phone: string): void;
}

/** What is known of a phone. Whoever reads it learns no code. */
export interface Phone {
  /** When its codes were made, as far as the window reaches back. */
  readonly issuedAt: readonly number[];
  /** Its code, as long as it can be used: a hash of it, under a key that is not kept here. */
  readonly code: { readonly hash: Buffer; readonly expiresAt: number; attemptsLeft: number } | undefined;
}

/**
 * Makes the keeper of the codes.
 *
 * @param now - Tells the present, in milliseconds since the epoch.
 * @param phones - Where it is kept what is known, by phone.
 */
export function createLoginCodes(now: () => number, phones = new Map<string, Phone>()): LoginCodes {
  // There are a million codes of six digits: a bare hash of one is guessed in a second, one with a key is not.
  const key = randomBytes(32);
  const hash = (phone: string, code: string) => createHmac('sha256', key).update(`${phone} ${code}`).digest();
  const recent = ({ issuedAt }: Phone) => issuedAt.filter((at) => at > now() - RULES.windowMs);

  function forgetOld(): void {
    for (const [number, phone] of phones) if (recent(phone).length === 0) phones.delete(number);
  }

  return {
    issue(number) {
      forgetOld();
      const phone = phones.get(number);
      const issuedAt = phone === undefined ? [] : recent(phone);
      const retryAfterMs = waitOf(issuedAt, now());
      if (retryAfterMs > 0) return { ok: false, retryAfterMs };
      const code = String(randomInt(10 ** RULES.digits)).padStart(RULES.digits, '0');
      phones.set(number, {
        issuedAt: [...issuedAt, now()],
        code: {
          hash: hash(number, code),
          expiresAt: now() + RULES.lifetimeMs,
          attemptsLeft: RULES.attempts,
        },
      });
      return { ok: true, code };
    },
    redeem(number, guess) {
      const phone = phones.get(number);
      const code = phone?.code;
      if (phone === undefined || code === undefined || code.expiresAt <= now() || code.attemptsLeft < 1)
        return false;
      // Counted before it is compared: guesses that come at once do not share an attempt.
      code.attemptsLeft -= 1;
      const isRight = timingSafeEqual(code.hash, hash(number, guess));
      if (isRight) phones.set(number, { ...phone, code: undefined });
      return isRight;
    },
    withdraw(number) {
      const phone = phones.get(number);
      if (phone !== undefined) phones.set(number, { issuedAt: phone.issuedAt.slice(0, -1), code: undefined });
    },
  };
}

/** How long a phone has to wait for its next code; 0 or less when it need not. */
function waitOf(issuedAt: readonly number[], now: number): number {
  const latest = issuedAt.at(-1);
  if (latest === undefined) return 0;
  const first = issuedAt.at(-RULES.codesPerWindow);
  const untilWindow = first === undefined ? 0 : first + RULES.windowMs - now;
  return Math.max(latest + RULES.resendAfterMs - now, untilWindow);
}
