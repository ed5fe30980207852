import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileDocExamples } from '../../../test/doc-examples.ts';

test('every example in a doc comment compiles', { timeout: 180_000 }, () => {
  const { count, faults } = compileDocExamples(fileURLToPath(new URL('../', import.meta.url)));
  expect(count).toBeGreaterThan(1);
  expect(faults).toEqual([]);
});
