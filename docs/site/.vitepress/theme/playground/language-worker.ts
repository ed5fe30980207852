/** A worker that knows TypeScript and the types of the packages, for the editor of the playground. */
import { createSystem, createVirtualTypeScriptEnvironment } from '@typescript/vfs';
import { createWorker } from '@valtown/codemirror-ts/worker';
import { expose } from 'comlink';
import ts from 'typescript';
import type { PlaygroundTypes } from '../../../../../tools/site/playground-types.ts';

const worker = createWorker(async () => {
  const response = await fetch(`${import.meta.env.BASE_URL}copied/playground-types.json`);
  const { files, paths } = (await response.json()) as PlaygroundTypes;
  // The same checks as a new project has, and the globals of the worker in which programs run.
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    lib: ['lib.es2024.d.ts', 'lib.webworker.d.ts'],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { ...paths },
  };
  const system = createSystem(new Map(Object.entries(files)));
  return createVirtualTypeScriptEnvironment(system, [], ts, options);
});

/** What the editor can call in the worker. */
export type LanguageWorker = typeof worker;

expose(worker);
