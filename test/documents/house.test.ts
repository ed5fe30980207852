import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const architecture = read('ARCHITECTURE.md');
const contributing = read('CONTRIBUTING.md');
const packages = globSync('packages/*/package.json', { cwd: root }).map((path) => basename(dirname(path)));

const SCOPE = '@messaging-service/';

/** The packages of this repository that a package lists in its manifest. */
function listedBy(name: string): string[] {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(
    read(`packages/${name}/package.json`),
  ) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  return Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies })
    .filter((dependency) => dependency.startsWith(SCOPE))
    .map((dependency) => dependency.slice(SCOPE.length));
}

describe('the picture of the packages in ARCHITECTURE.md', () => {
  /** The lines of the picture, from the first to the last: the packages, and what they import. */
  const [, picture = ''] = architecture.split('```');
  const lines = picture
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [left = '', right] = line.split('──▶');
      const names = (right === undefined ? left : right).split(/\s{3,}/)[0] ?? '';
      const imported = right === undefined ? [] : names.trim().split(/, /);
      const drawn = (right === undefined ? names : left).trim().split(/\s+/);
      return drawn.map((name) => [name, imported] as const);
    });

  test('has every package, with exactly the packages that its package.json lists', () => {
    const drawn = Object.fromEntries(lines.map(([name, imported]) => [name, imported.toSorted()]));
    expect(drawn).toEqual(Object.fromEntries(packages.map((name) => [name, listedBy(name).toSorted()])));
  });

  test('is in order: each package imports only those above it', () => {
    const names = lines.map(([name]) => name);
    for (const [index, [, imported]] of lines.entries())
      expect(names.slice(0, index)).toEqual(expect.arrayContaining([...imported]));
  });
});

describe('the table of rooms in ARCHITECTURE.md', () => {
  const [, table = ''] = architecture.split('| package | room | content |');
  /** The rooms of each package, as the table names them. */
  const rooms = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of (table.split('\n\n')[0] ?? '').split('\n').slice(2)) {
    const [, owners = '', named = ''] = line.split('|');
    const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const owner of namesIn(owners)) rooms.set(owner, (current = []));
    current.push(...namesIn(named));
  }

  test('has every package', () => {
    expect([...rooms.keys()].toSorted()).toEqual(packages.toSorted());
  });

  // The page has a room for each view, which the table does not list.
  test.each(packages.filter((name) => name !== 'inspector'))(
    'has exactly the rooms of %s, and files that exist',
    (name) => {
      const source = `${root}packages/${name}/src/`;
      const folders = globSync(['*/', '{domain,runtime}/*/'], { cwd: source })
        .map((path) => path.replace(/\/$/, ''))
        .filter((path) => path !== 'domain' && path !== 'runtime');
      const named = rooms.get(name) ?? [];
      const files = named.filter((room) => room.includes('.'));
      expect(named.filter((room) => !files.includes(room)).toSorted()).toEqual(folders.toSorted());
      expect(files.filter((file) => !existsSync(`${source}${file}`))).toEqual([]);
    },
  );
});

describe.each([
  ['ARCHITECTURE.md', architecture, 60],
  ['CONTRIBUTING.md', contributing, 90],
])('the files and folders that %s names', (_, document, fewest) => {
  const NAME = /`([\w./*{}-]+(?:\.(?:tsx?|mjs|json|md|yaml|css)|\/))`/g;
  /** Where paths of both documents begin, beside the root of the repository. */
  const STARTS = ['', 'packages/', 'packages/emulator/src/'];

  test('exist, each where its path or the file before it says', () => {
    const known = new Set<string>();
    let [folders, names]: [string[], number] = [[], 0];
    const missing = document.split(/\n(?=\n|\||- |\d\. )/).flatMap((block) => {
      const [owner] = /(?<=^\n?\| `)[\w-]+(?=`)/.exec(block) ?? [];
      // Rows without a package belong to the package of the row before.
      if (owner !== undefined) folders = [`packages/${owner}/src`];
      else if (!/^\n?\| \|/.test(block)) folders = [];
      return [...block.matchAll(NAME)].flatMap(([, name = '']) => {
        names++;
        // A name without a folder is beside a file that the same paragraph or row names, or was named with its folder before.
        const places = [...STARTS, ...folders.map((folder) => `${folder}/`)];
        const [found] = places.map((place) => globSync(`${place}${name}`, { cwd: root })).flat();
        if (found === undefined)
          return known.has(name) || name === '/_emulator/' || name === 'package.json' ? [] : [name];
        known.add(basename(found));
        folders.push(dirname(found), ...(name.endsWith('/') ? [found] : []));
        return [];
      });
    });
    expect(missing).toEqual([]);
    expect(names).toBeGreaterThan(fewest);
  });
});

test('the table of CONTRIBUTING.md names files for each change', () => {
  const [, after = ''] = contributing.split('| I want to change … | files |');
  const rows = (after.split('\n\n')[0] ?? '').split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !/`[\w./-]+\.\w+`/.test(row.split('|')[2] ?? ''))).toEqual([]);
});
