import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../', import.meta.url));
const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
  readonly name: string;
  readonly main: string;
  readonly module: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, { readonly import?: { readonly types: string } } | string>>;
};

/** Every entry with the file of its declarations. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' && target.import !== undefined
    ? [[`${manifest.name}${entry.slice(1)}`, target.import.types] as const]
    : [],
);

/** A project in which the package is installed, as far as a resolver looks at it: its manifest and its declarations. */
const installed = '/project/node_modules/@messaging-service/sdk/';
const declarations = new Set(entries.map(([, file]) => installed + file.slice(2)));
const host: ts.ModuleResolutionHost = {
  fileExists: (file) => file === `${installed}package.json` || declarations.has(file),
  readFile: (file) => (file === `${installed}package.json` ? JSON.stringify(manifest) : undefined),
  directoryExists: (path) => `${installed}dist/`.startsWith(`${path}/`),
};

describe('every entry is found by resolvers that do not read exports', () => {
  test.for(entries)('%s, by TypeScript with moduleResolution node10', ([specifier, file]) => {
    // oxlint-disable-next-line typescript/no-deprecated -- projects still use it.
    const options = { moduleResolution: ts.ModuleResolutionKind.Node10, module: ts.ModuleKind.CommonJS };
    const { resolvedModule } = ts.resolveModuleName(specifier, '/project/main.ts', options, host);
    expect(resolvedModule?.resolvedFileName).toBe(installed + file.slice(2));
  });

  test('main and module name the files of the first entry, and each other entry has a folder in the package', () => {
    expect([manifest.main, manifest.module]).toEqual(['./dist/index.cjs', './dist/index.js']);
    const names = entries.slice(1).map(([specifier]) => specifier.slice(manifest.name.length + 1));
    expect(names.length).toBeGreaterThan(2);
    expect(manifest.files).toEqual(expect.arrayContaining(names));
  });
});
