import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { WAYS } from '../../tools/examples/ways.ts';
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const examples = globSync('examples/*/README.md', { cwd: root })
  .map((path) => dirname(path).replace(/^examples[\\/]/, ''))
  .toSorted();
const runnable = examples.filter((name) => name !== 'github-actions');

/** The first line below the title. */
const firstLine = (name: string) => read(`examples/${name}/README.md`).split('\n')[2];

test.each(runnable)('examples/%s begins with the command that runs it in a clone', (name) => {
  expect(firstLine(name)).toBe(`Run it in a clone of the repository: \`npm run example ${name}\`.`);
  expect(read('examples/README.md')).toContain(`\`npm run example ${name}\` |`);
});

test('the workflows begin with the command that copies one', () => {
  const [, file = ''] = /`cp (\S+) <your project>\S+`/.exec(firstLine('github-actions') ?? '') ?? [];
  expect(existsSync(join(root, file)), file).toBe(true);
});

test('no example begins with an install from a registry that lacks the packages', () => {
  expect(
    examples.filter((name) => /^npm install(?: *#.*| && .*)?$/m.test(read(`examples/${name}/README.md`))),
  ).toEqual([]);
});

test('the command knows exactly the examples, and finds what it runs', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(runnable);
  for (const [name, way] of Object.entries(WAYS)) {
    if ('program' in way) expect(existsSync(join(root, 'examples', name, way.program)), name).toBe(true);
    else if ('vitest' in way)
      expect(
        way.vitest.some((word) => /^(?:examples|test)\//.test(word)),
        name,
      ).toBe(true);
    else expect(read(`examples/${name}/package.json`), name).toContain('"test": ');
  }
});

test.each([
  ['two-way', '447700900124 is stopped'],
  ['node-test', 'pass 2'],
])('npm run example %s runs the example', async (name, printed) => {
  const { ok, output } = await run(['npm', 'run', '--silent', 'example', name], join(root, 'examples'));
  expect(output).toContain(printed);
  expect(ok).toBe(true);
});

test('npm run example runs a file, and the name of a missing example is answered with those that exist', async () => {
  expect((await run(['npm', 'run', '--silent', 'example', 'examples/two-way/main.ts'])).ok).toBe(true);
  for (const name of ['nothing', 'constructor', 'github-actions']) {
    const { ok, output } = await run(['npm', 'run', '--silent', 'example', name]);
    expect(output).toContain(`There is no example "${name}". The examples are: appointments, `);
    expect(ok).toBe(false);
  }
});
