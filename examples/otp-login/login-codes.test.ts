import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLoginCodes, type Phone } from './login-codes.ts';

// The real functions. Tests can observe them and replace their results.
vi.mock('node:crypto', { spy: true });

const PHONE = '447700900123';

/** Codes in a store that the test can read. */
function keeper() {
  const phones = new Map<string, Phone>();
  const codes = createLoginCodes(() => 0, phones);
  const issue = () => {
    const issued = codes.issue(PHONE);
    if (!issued.ok) throw new Error('No code was issued.');
    return issued.code;
  };
  return { codes, issue, phones, kept: () => phones.get(PHONE)?.code?.hash ?? Buffer.alloc(0) };
}

/** Another code, which differs in one digit. */
function changed(code: string, position: number): string {
  const digit = (Number(code[position]) + 1) % 10;
  return `${code.slice(0, position)}${digit}${code.slice(position + 1)}`;
}

afterEach(() => {
  vi.resetAllMocks();
});

describe('the store does not reveal codes', () => {
  test('a code does not appear in it in any encoding', () => {
    const { issue, phones, kept } = keeper();
    const code = issue();
    const writings = (['utf8', 'latin1', 'utf16le', 'hex', 'base64'] as const).map((encoding) =>
      kept().toString(encoding),
    );
    const store = inspect(phones, { depth: Infinity, showHidden: true });
    expect(store).toContain(PHONE);
    for (const text of [store, ...writings]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(Buffer.from(code).toString('hex'));
      expect(text).not.toContain(Buffer.from(code).toString('base64').replace(/=+$/, ''));
    }
  });

  test('hashing every possible code does not find it, because the hash has a key', () => {
    const { issue, kept } = keeper();
    const code = issue();
    const guesses = [code, `${PHONE}${code}`, `${PHONE} ${code}`, `${PHONE}:${code}`, `${code}${PHONE}`];
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      for (const guess of guesses)
        expect(createHash(algorithm).update(guess).digest().equals(kept())).toBe(false);
  });

  test('the same code of the same phone has another hash under another key', () => {
    vi.mocked(randomInt).mockImplementation(() => 482913);
    const [one, other] = [keeper(), keeper()];
    expect([one.issue(), other.issue()]).toEqual(['482913', '482913']);
    expect(one.kept()).toHaveLength(32);
    expect(one.kept().equals(other.kept())).toBe(false);
    expect([one, other].map(({ codes }) => codes.redeem(PHONE, '482913'))).toEqual([true, true]);
  });

  test('nothing is left of a used code', () => {
    const { codes, issue, phones } = keeper();
    expect(codes.redeem(PHONE, issue())).toBe(true);
    expect(phones.get(PHONE)?.code).toBe(undefined);
  });
});

describe('the duration of a comparison reveals nothing', () => {
  test('hashes of equal length are compared in constant time, whichever digit is wrong', () => {
    const { codes, issue, kept } = keeper();
    const code = issue();
    const hash = kept();
    for (const guess of [changed(code, 0), changed(code, 5), code]) codes.redeem(PHONE, guess);
    const compared = vi.mocked(timingSafeEqual).mock.calls;
    expect(compared).toHaveLength(3);
    for (const [one, other] of compared) {
      expect(one).toBe(hash);
      expect(other).toHaveLength(hash.length);
    }
  });

  test('only that comparison decides', () => {
    const { codes, issue } = keeper();
    const code = issue();
    vi.mocked(timingSafeEqual).mockReturnValueOnce(false);
    expect(codes.redeem(PHONE, code)).toBe(false);
    vi.mocked(timingSafeEqual).mockReturnValueOnce(true);
    expect(codes.redeem(PHONE, changed(code, 0))).toBe(true);
  });
});
