import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLoginCodes, type Phone } from './login-codes.ts';

// The real functions, which the tests can watch, and answer for.
vi.mock('node:crypto', { spy: true });

const PHONE = '447700900123';

/** Codes in a store that can be looked into. */
function keeper() {
  const phones = new Map<string, Phone>();
  const codes = createLoginCodes(() => 0, phones);
  const issue = () => {
    const issued = codes.issue(PHONE);
    if (!issued.ok) throw new Error('no code was issued');
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

describe('whoever reads the store learns no code', () => {
  test('it is not there in any writing', () => {
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

  test('nor can it be found by hashing all the codes there are: the hash has a key', () => {
    const { issue, kept } = keeper();
    const code = issue();
    const guesses = [code, `${PHONE}${code}`, `${PHONE} ${code}`, `${PHONE}:${code}`, `${code}${PHONE}`];
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      for (const guess of guesses)
        expect(createHash(algorithm).update(guess).digest().equals(kept())).toBe(false);
  });

  test('the same code of the same phone is kept as something else under another key', () => {
    vi.mocked(randomInt).mockImplementation(() => 482913);
    const [one, other] = [keeper(), keeper()];
    expect([one.issue(), other.issue()]).toEqual(['482913', '482913']);
    expect(one.kept()).toHaveLength(32);
    expect(one.kept().equals(other.kept())).toBe(false);
    expect([one, other].map(({ codes }) => codes.redeem(PHONE, '482913'))).toEqual([true, true]);
  });

  test('what is left of a code when it has been used is nothing', () => {
    const { codes, issue, phones } = keeper();
    expect(codes.redeem(PHONE, issue())).toBe(true);
    expect(phones.get(PHONE)?.code).toBe(undefined);
  });
});

describe('how long a comparison takes tells nothing', () => {
  test('right or wrong, and wherever it is wrong, hashes of one length are compared in constant time', () => {
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

  test('that comparison alone decides', () => {
    const { codes, issue } = keeper();
    const code = issue();
    vi.mocked(timingSafeEqual).mockReturnValueOnce(false);
    expect(codes.redeem(PHONE, code)).toBe(false);
    vi.mocked(timingSafeEqual).mockReturnValueOnce(true);
    expect(codes.redeem(PHONE, changed(code, 0))).toBe(true);
  });
});
