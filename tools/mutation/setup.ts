import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach } from 'vitest';
import { forgetSchemas } from './lazy-per-test.ts';
import { selectedTarget } from './targets.ts';

/** All modules are imported before the first test: a module that a test imports would count for this test only. */
const worker = globalThis as { mutatedModules?: Promise<unknown> };
worker.mutatedModules ??= Promise.all(
  globSync([...selectedTarget().mutate]).map((file) => import(resolve(file))),
);
await worker.mutatedModules;

beforeEach(forgetSchemas);
