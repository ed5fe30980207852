import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileDocExamples, docExamples } from '../../../test/doc-examples.ts';
import { runModule } from '../../../test/documents/run-module.ts';
import { clearSnippets } from '../../../test/documents/snippet-folder.ts';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

test('every example in a doc comment compiles', { timeout: 180_000 }, () => {
  const { count, faults } = compileDocExamples(packageFolder);
  expect(count).toBeGreaterThan(12);
  expect(faults).toEqual([]);
});

describe('every example in a doc comment runs, and its values are those of its comments', () => {
  const folder = clearSnippets('contract-comments');

  test.for([...docExamples(packageFolder)].map(([file, code]) => [basename(file), code] as const))(
    '%s',
    async ([name, code]) => {
      const file = `${folder}${name}`;
      // A line such as `call(); // value` exports both. A comment with an ellipsis only shows the beginning.
      const lines = code.replace(/^(\w[\w.]*\(.*\)[\w.]*); \/\/ ([^…\n]+)$/gm, 'values.push([$1, $2]);');
      const imports = [...lines.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n');
      const rest = lines.replace(/^import .*$/gm, '');
      writeFileSync(file, `${imports}\nexport const values: [unknown, unknown][] = [];\n${rest}`);
      const { values } = (await runModule(file)).exports as { values: [unknown, unknown][] };
      for (const [value, shown] of values) expect(value).toEqual(shown);
    },
  );
});
