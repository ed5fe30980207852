import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Where a function was called, without the cost of a whole stack trace. */
export function callSiteOf(callee: CallableFunction): CallSite {
  const { stackTraceLimit } = Error;
  const prepareStackTrace = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const trace: { stack?: unknown } = {};
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, [caller]) => ({
    file: caller?.getFileName() ?? '',
    line: caller?.getLineNumber() ?? 0,
  });
  try {
    Error.captureStackTrace(trace, callee);
    // The stack is prepared when it is read.
    return trace.stack as CallSite;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    // Node would take an assigned undefined for a function that returns nothing.
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', prepareStackTrace);
  }
}
