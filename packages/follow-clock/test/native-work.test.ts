import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

const OXC = import.meta.resolve('oxc-parser');

test.each([
  ['a key that scrypt derives', `promisify(crypto.scrypt)('a', 'b', 64, { N: 2 ** 16, maxmem: 2 ** 28 })`],
  ['random bytes', `promisify(crypto.randomBytes)(2 ** 27)`],
  [
    'Web Crypto',
    `crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign'])`,
  ],
  ['a native package', `parse('a.js', 'f();'.repeat(200_000))`],
])('an instant lasts until it has ended: %s (EMU-17)', async (_, operation) => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    import crypto from 'node:crypto';
    import { promisify } from 'node:util';
    const { parse } = await import('${OXC}');
    setTimeout(async () => {
      await ${operation};
      say('ended');
      setTimeout(() => say('a minute later'), 60_000);
    }, 3_600_000);
  `);
  await emulator.clock.advance('2h');
  await application.line('a minute later 2026-01-01T10:01:00.000Z');
  expect(application.lines).toContain('ended 2026-01-01T10:00:00.000Z');
});

test('an operation that has ended when it returns is not waited for', async () => {
  const { emulator, start } = await serveFollowed();
  await start(`
    import crypto from 'node:crypto';
    setTimeout(() => crypto.scryptSync('a', 'b', crypto.randomBytes(8).length), 60_000);
  `);
  const { connections } = await emulator.clock.advance('2h');
  expect(connections).toEqual([]);
});

test('a resource of the application can have a name like those of cryptography', async () => {
  const { start } = await serveFollowed();
  const application = await start(`
    import { AsyncResource } from 'node:async_hooks';
    new AsyncResource('QUEUEREQUEST').runInAsyncScope(() => console.log('ran'));
  `);
  await application.line('ran');
});
