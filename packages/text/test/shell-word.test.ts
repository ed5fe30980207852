import { execFileSync } from 'node:child_process';
import { shellWord } from '@messaging-service/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a shell reads any text in quotes as this text (EMU-13)', () => {
  const sign = fc.constantFrom(...`'"\\$\`!*?~#&|;<>()[]{}\n \t`.split(''));
  const texts = fc.array(
    fc.string({
      unit: fc.oneof(
        sign,
        fc.integer({ min: 1, max: 0xff }).map((code) => String.fromCharCode(code)),
      ),
    }),
  );
  fc.assert(
    fc.property(texts, (words) => {
      const output = execFileSync('sh', [
        '-c',
        `printf '%s\\001' ${words.map(shellWord).join(' ')}`,
      ]).toString();
      expect(output).toBe(words.length === 0 ? '\u0001' : words.map((word) => `${word}\u0001`).join(''));
    }),
    { numRuns: 20 },
  );
});
