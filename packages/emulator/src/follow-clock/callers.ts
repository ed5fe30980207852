/**
 * Creates a function that decides which callers keep the machine's time: calls of Node itself, whose timers supervise
 * connections, and of packages that do the same.
 *
 * @param packages - Names of such packages.
 */
export function realTimeCallers(packages: readonly string[]): (callee: CallableFunction) => boolean {
  const folders = packages.map((name) => `/node_modules/${name}/`);
  return (callee) => {
    const file = fileOfCaller(callee);
    if (file.startsWith('node:')) return true;
    if (!file.includes('node_modules')) return false;
    const path = file.replaceAll('\\', '/');
    return folders.some((folder) => path.includes(folder));
  };
}

/** The file that called a function, without the cost of a whole stack trace. */
function fileOfCaller(callee: CallableFunction): string {
  const { stackTraceLimit } = Error;
  const prepareStackTrace = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const trace: { stack?: unknown } = {};
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, [caller]) => caller?.getFileName() ?? '';
  try {
    Error.captureStackTrace(trace, callee);
    return typeof trace.stack === 'string' ? trace.stack : '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    // Node would take an assigned undefined for a function that returns nothing.
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', prepareStackTrace);
  }
}
