import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Limits of codes. Times are in milliseconds. */
export const RULES = {
  /** Digits of a code. */
  digits: 6,
  /** How long a code can be used. */
  lifetimeMs: 5 * 60_000,
  /** Number of guesses, including the right one. */
  attempts: 5,
  /** Time before another code can be requested. */
  resendAfterMs: 60_000,
  /** Codes for each phone in a window. Each code costs a text and allows five more guesses. */
  codesPerWindow: 3,
  windowMs: 60 * 60_000,
} as const;

/** The result of a request for a code. */
export type Issued =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly retryAfterMs: number };

/** The valid codes. One process keeps them in memory; several processes share a store with the same operations. */
export interface LoginCodes {
  /** Creates a code for a phone and invalidates the previous one, or returns how long to wait. */
  issue(phone: string): Issued;
  /** Whether this is the code of this phone. The right code is accepted once, and each wrong one counts as a guess. */
  redeem(phone: string, code: string): boolean;
  /** Withdraws a code that was never sent, as if it had not been requested. */
  withdraw(phone: string): void;
}

/** The stored data of a phone. It does not reveal the code. */
export interface Phone {
  /** Times of its codes within the window. */
  readonly issuedAt: readonly number[];
  /** Its code while it is valid: a hash, with a key that is stored elsewhere. */
  readonly code: { readonly hash: Buffer; readonly expiresAt: number; attemptsLeft: number } | undefined;
}

/**
 * Creates the store of the codes.
 *
 * @param now - Returns the current time in milliseconds since the epoch.
 * @param phones - The stored data, by phone.
 */
export function createLoginCodes(now: () => number, phones = new Map<string, Phone>()): LoginCodes {
  // There are only a million codes of six digits, so a hash without a key can be guessed in a second.
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
      // Counted before the comparison, so concurrent guesses do not share an attempt.
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

/** Returns how long a phone has to wait for its next code; 0 or less when it can have one now. */
function waitOf(issuedAt: readonly number[], now: number): number {
  const latest = issuedAt.at(-1);
  if (latest === undefined) return 0;
  const first = issuedAt.at(-RULES.codesPerWindow);
  const untilWindow = first === undefined ? 0 : first + RULES.windowMs - now;
  return Math.max(latest + RULES.resendAfterMs - now, untilWindow);
}
