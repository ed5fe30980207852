import { describe, expect, test, vi } from 'vitest';
import type { SandboxView } from '../../src/sandboxes/sandboxes.ts';
import { setPageGlobals } from '../page-globals.ts';

/** Loads the module on the page of a sandbox. */
async function onPageOf(path: string, hash = '') {
  vi.resetModules();
  vi.unstubAllGlobals();
  setPageGlobals(path);
  location.hash = hash;
  return import('../../src/sandboxes/sandboxes.ts');
}

const sandbox = (id: string): SandboxView => ({ id, name: id, mode: 'virtual' }) as SandboxView;

describe('the address of another sandbox', () => {
  test.each([
    ['', '', '/_emulator/'],
    ['checkout', '', '/_emulator/sandboxes/checkout/'],
    ['a b/c', '', '/_emulator/sandboxes/a%20b%2Fc/'],
    ['checkout', '#/messages', '/_emulator/sandboxes/checkout/#/messages'],
    ['', '#/clock', '/_emulator/#/clock'],
  ])('"%s" from the view "%s" is %s: the view stays', async (id, hash, address) => {
    for (const page of ['/_emulator/', '/_emulator/sandboxes/other/']) {
      const { sandboxAddress } = await onPageOf(page, hash);
      expect(sandboxAddress(id)).toBe(address);
    }
  });

  test.each(['#/messages/0b5e2c1a', '#/messages?state=failed', '#/messages/1?state=failed'])(
    'does not lead to the object or the filters of the address %s, which the other sandbox does not have',
    async (hash) => {
      const { sandboxAddress } = await onPageOf('/_emulator/', hash);
      expect(sandboxAddress('checkout')).toBe('/_emulator/sandboxes/checkout/#/messages');
    },
  );
});

describe('a sandbox is missing', () => {
  test.each([
    ['that the server does not list', '/_emulator/sandboxes/gone/', ['checkout'], true],
    ['when the server has no sandboxes', '/_emulator/sandboxes/gone/', [], true],
    ['never, if it is listed', '/_emulator/sandboxes/checkout/', ['checkout'], false],
    ['never, if its name has to be escaped', '/_emulator/sandboxes/a%20b/', ['a b'], false],
    ['never, if it is the default service', '/_emulator/', [], false],
  ])('%s', async (_, path, listed, isExpected) => {
    const { isMissing } = await onPageOf(path);
    expect(isMissing(listed.map(sandbox))).toBe(isExpected);
  });

  test('only once the list was read', async () => {
    const { isMissing } = await onPageOf('/_emulator/sandboxes/gone/');
    expect(isMissing(undefined)).toBe(false);
  });
});
