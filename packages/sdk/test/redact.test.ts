import { createRedact, credentialsOf } from '@messaging-service/sdk/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

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

  /** Writes each character of a key in a form of its own, some of them escaped several times. */
  const escapes: readonly ((char: string) => string)[] = [
    (char) => char,
    (char) => char,
    (char) => `%${hex(char, 2)}`,
    (char) => `%${hex(char, 2).toLowerCase()}`,
    (char) => `%25${hex(char, 2)}`,
    (char) => `%2525${hex(char, 2)}`,
    (char) => `\\u${hex(char, 4)}`,
    (char) => `\\\\u${hex(char, 4).toUpperCase()}`,
    (char) => (/[\w%]/.test(char) ? char : `\\${char}`),
  ];
  const hex = (char: string, length: number) => char.charCodeAt(0).toString(16).padStart(length, '0');

  test('in any mixture of percent encoding and escapes of JSON', () => {
    const choices = fc.infiniteStream(fc.nat(escapes.length - 1));
    fc.assert(
      fc.property(key, choices, fc.string(), fc.string(), (secret, choice, before, after) => {
        const written = Array.from(secret, (char) => escapes[choice.next().value ?? 0]?.(char)).join('');
        const redacted = createRedact([secret])(`${before} ${written} ${after}`);
        expect(redacted).not.toContain(written);
        expect(redacted).toContain('[redacted]');
        expect(decoded(redacted)).not.toContain(secret);
      }),
      { numRuns: 500 },
    );
  });

  /** Decodes what can be decoded, until nothing changes. */
  const decoded = (text: string): string => {
    const next = text
      .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replaceAll(/\\u([\da-f]{4})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      );
    return next === text ? text : decoded(next);
  };

  test.for([
    ['base64', (bytes: Buffer) => bytes.toString('base64')],
    ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
    ['base64 in a query', (bytes: Buffer) => encodeURIComponent(bytes.toString('base64'))],
    [
      'base64 in JSON with escaped slashes',
      (bytes: Buffer) => bytes.toString('base64').replaceAll('/', '\\/'),
    ],
  ] as const)('inside of a longer text in %s', ([, encode]) => {
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        const redacted = createRedact([secret])(`state=${encode(Buffer.from(`${before}${secret}${after}`))}`);
        expect(redacted).toContain('[redacted]');
        const rest = redacted
          .replaceAll('\\/', '/')
          .split('[redacted]')
          .map((part) => decodeURIComponent(part));
        for (const part of rest)
          expect(Buffer.from(part.replace('state=', ''), 'base64').toString()).not.toContain(
            secret.slice(1, -1),
          );
      }),
    );
  });

  test.for(['\\', '%', '%25', '%5c', '\\u', '\\u005c', 'a', 'a\\', '0123456789abcde'])(
    'a long text of %j takes no more time than its length',
    (part) => {
      const text = part.repeat(200_000);
      for (const secret of ['0123456789abcdef', 'aaaaaaaaaaaaaaaa', '\\\\\\\\ab\\\\c', '%25%25%%5c%'])
        expect(createRedact([secret])(`${text}!`).length).toBeGreaterThan(0);
    },
  );

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

  const proxies = ['pa/ss-word', 'pa#ss-word', 'pa?ss-word', 'pa@ss-word', '/@#?word', 'a/b@c:d#e'];
  test.for(proxies)('of a proxy whose password has characters that must be escaped: %s', (password) => {
    const value = `http://shop:${password}@proxy.test:3128`;
    const texts = [
      `Invalid URL: ${value}`,
      `the password ${password} is wrong`,
      `?proxy=${encodeURIComponent(value)}`,
      `%2525${encodeURIComponent(encodeURIComponent(value))}`,
      JSON.stringify({ value }).replaceAll('/', '\\/'),
      `Basic ${btoa(`shop:${password}`)}`,
      `dump ${btoa(`x shop:${password} y`)}`,
    ];
    for (const text of texts)
      for (const proxy of [value, value.replace('http://', '')]) {
        const redacted = createRedact(credentialsOf(proxy))(text);
        expect(redacted).toContain('[redacted]');
        for (const form of [password, encodeURIComponent(password), 'word', btoa(`shop:${password}`)])
          expect(redacted).not.toContain(form === 'word' && text.includes('the password') ? password : form);
      }
  });

  test.for([
    'http://shop:pa/ss@proxy.test:3128',
    'http://shop:pa#ss?x@proxy.test:3128',
    'https://shop:1pa/ss@example.com/callback',
  ])('of a URL that is not known, with an unescaped slash: %s', (url) => {
    expect(createRedact([])(`failed: ${url}`)).not.toMatch(/shop|pa|ss@/);
  });

  test.for([
    'https://example.com/@shop',
    'write to shop@example.com: it is free',
    'Basic authentication is required',
    'WWW-Authenticate: Basic realm="a:b"',
    'see https://example.com?mail=a@example.com',
    'https://example.com:8080/@shop',
    'http://localhost:3000?to=a@example.com',
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
