import { rmSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import { type Package, packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';
import { withoutFiles } from './without-files.ts';

const shared: Options = {
  target: 'node22',
  platform: 'neutral',
  // The entries of a package share their classes: an error of one is an `instanceof` what another exports.
  splitting: true,
  // With the sources inside: stack traces and debuggers show them without anything else being installed.
  sourcemap: true,
  // Bun, Deno and Workers know the built-in modules by their full names only.
  removeNodeProtocol: false,
  esbuildPlugins: [withoutFiles],
  silent: true,
};

/**
 * The tools for agents, which are a file of their own: a server loads it with the first request of an agent. It shares nothing with
 * other files, because these would contain the parts of zod that only the tools need.
 */
const mcp = `${root}packages/mcp/src/index.ts`;

/**
 * The library of the protocol can validate values by JSON Schema, with a validator that is a third of its size. The tools leave
 * that to the control API.
 */
const withoutValidator: NonNullable<Options['esbuildOptions']> = (options) => {
  options.alias = { '@modelcontextprotocol/server/_shims': `${root}tools/build/no-validator.ts` };
};

/** The other files load it when they need it. */
const mcpIsFile: Plugin = {
  name: 'mcp',
  setup: (bundler) =>
    bundler.onResolve({ filter: /^@messaging-service\/mcp$/ }, () => ({ path: './mcp.js', external: true })),
};

function build({ name, folder, manifest, entries, command }: Package): Options[] {
  const outDir = `${folder}/dist`;
  rmSync(outDir, { recursive: true, force: true });
  // Its classes are exported as types only, and their constructors refer to internal types.
  const dts = { compilerOptions: { stripInternal: name === 'emulator' } };
  const common: Options = {
    ...shared,
    dts,
    name,
    outDir,
    // Dependencies of users stay imports; everything else (contract, zod) is compiled in.
    external: [/^node:/, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
    noExternal: [/^@messaging-service\//],
  };
  const files = (some: Package['entries']) =>
    Object.fromEntries(some.map((entry) => [entry.name, entry.source]));
  // An entry makes a file of its own of what it shares with others. This one is not exported: see its source.
  const errors = `${folder}/src/errors/index.ts`;
  // The schemas of the contract are in the file of the client, which a program that only handles errors leaves out.
  const client = `${folder}/src/client.ts`;
  // Its module for hashes cannot be left out of a file with other exports.
  const ids = `${folder}/src/id-from.ts`;
  const parts = name === 'sdk' ? { errors, client, ids } : {};
  const dual = entries.filter((entry) => entry.dual);
  if (dual.length === entries.length && command === undefined)
    return [
      {
        ...common,
        entry: { ...files(entries), ...parts },
        dts: { ...dts, entry: files(entries) },
        format: ['esm', 'cjs'],
      },
    ];
  return [
    {
      ...common,
      entry: { ...files(entries), ...parts, ...(command !== undefined && { cli: command }) },
      dts: { ...dts, entry: files(entries) },
      esbuildPlugins: [withoutFiles, mcpIsFile],
      format: ['esm'],
    },
    {
      ...common,
      entry: files(dual),
      format: ['cjs'],
      esbuildPlugins: [withoutFiles, mcpIsFile],
      // In CommonJS the folder of a file has another name, and the modern one is a syntax error.
      define: { 'import.meta.dirname': '__dirname' },
    },
    ...(name === 'emulator'
      ? [
          {
            ...common,
            entry: { mcp },
            dts: false,
            // With the sources of the library and zod, it would be a fifth of the package.
            sourcemap: false,
            format: ['esm' as const],
            esbuildOptions: withoutValidator,
          },
        ]
      : []),
  ];
}

export default defineConfig(packages.flatMap(build));
