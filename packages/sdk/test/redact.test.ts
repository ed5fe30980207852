import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedact } from '../src/errors/redact.ts';

/** A valid key of the options: printable ASCII without spaces. */
const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
});

describe('no key remains in a text, in whatever form it was written', () => {
  const forms: Readonly<Record<string, (text: string) => string>> = {
    unchanged: (text) => text,
    'in upper case': (text) => text.toUpperCase(),
    'percent-encoded': encodeURIComponent,
    'in a query': (text) => new URLSearchParams({ key: text }).toString().slice('key='.length),
    'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  };
  test.for(Object.entries(forms))('%s', ([, write]) => {
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        const written = write(secret);
        const redacted = createRedact([secret])(before + written + after);
        expect(redacted.toLowerCase()).not.toContain(written.toLowerCase());
        expect(redacted).toContain('[redacted]');
      }),
    );
  });

  test('of two keys with the same beginning, neither remains', () => {
    fc.assert(
      fc.property(key, key, (first, more) => {
        const redacted = createRedact([first, first + more])(`${first}${more} ${first}`);
        expect(redacted).toBe('[redacted] [redacted]');
      }),
    );
  });

  test('a text without a key does not change', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(createRedact(['0123456789abcdef0123456789abcdef'])(text)).toBe(text);
      }),
    );
  });
});
