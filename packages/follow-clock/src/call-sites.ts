import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

/** The place in the code that called a function. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
}

/**
 * Creates a function that decides which callers keep the machine's time: Node itself, whose timers supervise
 * connections, and packages that do the same.
 *
 * @param packages - Names of such packages.
 */
export function realTimeCallers(packages: readonly string[]): (site: CallSite) => boolean {
  const folders = packages.map((name) => `/node_modules/${name}/`);
  return ({ file }) => {
    if (file.startsWith('node:')) return true;
    if (!file.includes('node_modules')) return false;
    const path = file.replaceAll('\\', '/');
    return folders.some((folder) => path.includes(folder));
  };
}

/** The name of a place for reports, such as `src/reminders.ts:12`. */
export function nameOf({ file, line }: CallSite): string {
  const path = file.startsWith('file:') ? relative(process.cwd(), fileURLToPath(file)) : file;
  return `${path}:${line}`;
}

/** Where the function was called that calls this one. */
export function callSite(): CallSite {
  const [, , caller] = getCallSites(3, { sourceMap: false });
  return { file: caller?.scriptName ?? '', line: caller?.lineNumber ?? 0 };
}
