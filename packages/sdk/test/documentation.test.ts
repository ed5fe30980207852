import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileDocExamples } from '../../../test/doc-examples.ts';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

test('every example in a doc comment compiles', { timeout: 60_000 }, () => {
  const { count, faults } = compileDocExamples(packageFolder);
  expect(count).toBeGreaterThan(7);
  expect(faults).toEqual([]);
});
