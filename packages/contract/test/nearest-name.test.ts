import { nearestName } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const NAMES = ['channels', 'content', 'sender', 'port', 'at'];

describe('nearestName', () => {
  test.each([
    ['chanels', 'channels'],
    ['CHANNELS', 'channels'],
    ['conntent', 'content'],
    ['sander', 'sender'],
    ['prot', 'port'],
    ['a', 'at'],
  ])('finds the name that %s means', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });

  test.each(['', 'webhook', 'to be sent', 'senderchannels'])(
    '%j is not similar to any of the names',
    (name) => {
      expect(nearestName(name, NAMES)).toBeUndefined();
    },
  );

  test('a name that exists is its own nearest one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { selector: lowerCase }), (names) => {
        for (const name of names) expect(nearestName(name, names)).toBe(name);
      }),
    );
  });

  test('two neighboring letters in the wrong order count as one mistake', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 2, maxLength: 5 }),
        fc.nat(3),
        (name, seed) => {
          const at = seed % (name.length - 1);
          const swapped = `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
          expect(nearestName(swapped, [name])).toBe(name);
        },
      ),
    );
  });

  test('a text longer than any name is not compared, because that would take long', () => {
    const long = 'x'.repeat(101);
    expect(nearestName(long, [long])).toBeUndefined();
  });
});

function lowerCase(name: string): string {
  return name.toLowerCase();
}
