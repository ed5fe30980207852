import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedact, credentialsOf } from '../src/errors/redact.ts';

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

describe('no credential of a URL remains in a text', () => {
  const secret = 'p@ss:w/rd&é';
  const encoded = encodeURIComponent(secret);
  test.for([
    ['a URL', `connect to http://shop:${encoded}@proxy.test:3128 failed`],
    ['a URL with an unescaped @', 'http://shop:p@ss@proxy.test/'],
    ['a user name alone', 'https://token-of-the-shop@proxy.test/x?y'],
    ['a URL in JSON', `{"callback":"https:\\/\\/shop:${encoded}@example.com\\/x"}`],
    ['a URL in a query', `?callback=${encodeURIComponent(`https://shop:${encoded}@example.com/x`)}&next=1`],
    ['a URL without a scheme', `//shop:${encoded}@example.com/x`],
    ['another scheme', `socks5://shop:${encoded}@proxy.test:1080`],
    ['the field of a proxy', `Proxy-Authorization: Basic ${btoa('shop:p@ss')}`],
  ])('of none that is known: %s', ([, text = '']) => {
    const redacted = createRedact([])(text);
    expect(redacted).toContain('[redacted]');
    for (const form of ['shop', 'ss', encoded, encodeURIComponent(encoded), btoa('shop:p@ss')])
      expect(redacted.toLowerCase()).not.toContain(`${form.toLowerCase()}@`);
    expect(redacted).not.toMatch(/shop|token-of|p@ss|p%40ss/i);
  });

  test.for([
    ['its password', 'the password hidden-wörd is wrong'],
    ['percent-encoded', 'hidden-w%C3%B6rd'],
    ['in base64', btoa('shop:hidden-w\u00c3\u00b6rd')],
    ['with its user name', 'shop:hidden-wörd'],
  ])('of a proxy: %s', ([, text = '']) => {
    for (const value of ['http://shop:hidden-w%C3%B6rd@proxy.test:3128', 'shop:hidden-wörd@proxy.test'])
      expect(createRedact(credentialsOf(value))(text)).not.toMatch(/hidden|w%C3|c2hvcDpoaWRkZW4/i);
  });

  test.for([
    'https://example.com/@shop',
    'write to shop@example.com: it is free',
    'Basic authentication is required',
    'WWW-Authenticate: Basic realm="a:b"',
    'see https://example.com?mail=a@example.com',
  ])('a text without credentials does not change: %s', (text) => {
    expect(createRedact(credentialsOf('http://proxy.test:3128'))(text)).toBe(text);
  });

  test.for(['x', '://', '%3A%2F%2F', 'Basic ', 'a:@'])(
    'a long text of %s takes no more time than its length',
    (part) => {
      const text = part.repeat(300_000);
      expect(createRedact([])(text).length).toBeGreaterThan(0);
    },
  );
});
