import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeEmptyFolder } from './empty-folder.ts';
import { packAll } from './tarballs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the tarballs of all packages. */
    readonly packed: string;
  }
}

/** Packs the packages once for all files of the project. `npm run build` comes first. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = makeEmptyFolder();
  await packAll(folder);
  provide('packed', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
