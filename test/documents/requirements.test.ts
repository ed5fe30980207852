/** The versions that the guide to requirements states, compared with what the packages declare and use. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { packages } from '../../tools/packages/packages.ts';
import { root, sourcePaths } from '../../tools/source-paths.ts';

const guide = readFileSync(`${root}docs/guides/requirements.md`, 'utf8');

/** The cells of the row of a table that starts with a text. */
const rowOf = (start: string): string[] => {
  const line = guide.split('\n').find((one) => one.startsWith(`| ${start} |`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
};

test.each(packages.map((one) => [one.manifest.name, one]))(
  '%s runs in the Node of the guide',
  (_, { manifest }) => {
    const { engines } = manifest as unknown as { engines: { node: string } };
    expect(engines.node).toBe(`>=${rowOf('Node')[0]}.0`);
  },
);

test('the packages compile with the TypeScript of the guide, which their tests use', () => {
  const { devDependencies } = JSON.parse(
    readFileSync(`${root}test/packages/oldest/package.json`, 'utf8'),
  ) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies.typescript).toMatch(new RegExp(`^${rowOf('TypeScript')[0]}\\.`));
  expect(devDependencies['typescript-for-msw']).toMatch(
    new RegExp(`@${rowOf('TypeScript, with the types of MSW')[0]}\\.`),
  );
});

test.each([
  ['MSW', 'msw'],
  ['Vitest', 'vitest'],
  ['Playwright', '@playwright/test'],
])('%s is a peer from the version of the guide on', (title, name) => {
  const emulator = packages.find((one) => one.name === 'emulator');
  const range = emulator?.manifest.peerDependencies?.[name] ?? '';
  expect(range.replace(/(\.0)+$/, '')).toBe(`>=${rowOf(title)[0]?.replace(/(\.0)+$/, '')}`);
});

const BROWSERS = ['Chrome, Edge', 'Firefox', 'Safari'] as const;

/** What the language and the browsers have got lately, with the first version of Chrome, Firefox and Safari that has it. */
const RECENT: readonly (readonly [use: RegExp, versions: readonly [number, number, number]])[] = [
  [/\.(?:toSorted|toReversed|toSpliced)\(/, [110, 115, 16]],
  [/\.findLast(?:Index)?\(/, [97, 104, 15.4]],
  [/\.isWellFormed\(|\.toWellFormed\(/, [111, 119, 16.4]],
  [/\bObject\.groupBy\b/, [117, 119, 17.4]],
  [/\bMap\.groupBy\b/, [117, 119, 17.4]],
  [/\bPromise\.withResolvers\b/, [119, 121, 17.4]],
  [/\bPromise\.try\b/, [128, 134, 18.2]],
  [/\bArray\.fromAsync\b/, [121, 115, 16.4]],
  [/\bAbortSignal\.any\b/, [116, 124, 17.4]],
  [/\bAbortSignal\.timeout\b/, [103, 100, 16]],
  [/\bURL\.(?:canParse)\b/, [120, 115, 17]],
  [/\bURL\.parse\b/, [126, 126, 18]],
  [/\bRegExp\.escape\b/, [136, 134, 18.2]],
  [/\.(?:isSubsetOf|isSupersetOf|symmetricDifference)\(/, [122, 127, 17]],
  [/\bIterator\.from\b|\.values\(\)\.(?:map|filter|some|every|find|reduce|toArray)\(/, [122, 131, 18.4]],
  [/\bUint8Array\.from(?:Base64|Hex)\b|\.toBase64\(/, [140, 133, 18.2]],
  [/\bBroadcastChannel\b/, [54, 38, 15.4]],
];

test.each([
  ['client and webhooks', 0, ['@messaging-service/sdk', '@messaging-service/webhooks']],
  ['emulator in the process', 1, ['@messaging-service/emulator']],
] as const)('the %s needs no newer browser than the guide says', async (_, column, names) => {
  const stated = BROWSERS.map((browser) => rowOf(browser)[column] ?? '');
  const [chrome = '', firefox = '', safari = ''] = stated;
  const target = [`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`];
  for (const name of names) {
    const bundle = async (targets: string | string[]) => {
      const { outputFiles } = await build({
        entryPoints: [sourcePaths.get(name) ?? ''],
        target: targets,
        write: false,
        bundle: true,
        format: 'esm',
        platform: 'neutral',
        alias: Object.fromEntries(sourcePaths),
        external: ['node:*', 'fs', 'fs/promises', 'msw'],
        mainFields: ['module', 'main'],
        // Every browser with these targets has them. The compiler cannot know which tables of Unicode it has.
        supported: { 'regexp-unicode-property-escapes': true },
      });
      return outputFiles[0]?.text ?? '';
    };
    const text = await bundle('es2024');
    expect(text.length).toBeGreaterThan(10_000);
    // Syntax that a browser lacks would be written in another way for it.
    expect((await bundle(target)) === text, `${name} has syntax that needs newer browsers`).toBe(true);
    const tooNew = RECENT.filter(
      ([use, versions]) => use.test(text) && versions.some((one, at) => one > Number(stated[at])),
    );
    expect(
      tooNew.map(([use]) => use.source),
      name,
    ).toEqual([]);
  }
});

test('the guide to troubleshooting states the same browsers', () => {
  const troubleshooting = readFileSync(`${root}docs/guides/troubleshooting.md`, 'utf8').replace(/\s+/g, ' ');
  const [chrome, firefox, safari] = BROWSERS.map((browser) => rowOf(browser)[0]);
  expect(troubleshooting).toContain(
    `Chrome ${chrome}, Edge ${chrome}, Firefox ${firefox} or Safari ${safari}`,
  );
});
