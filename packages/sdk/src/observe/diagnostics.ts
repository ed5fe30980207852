/**
 * Finds the diagnostics channels where the runtime has any, without importing a module that others lack. Some runtimes
 * have the function, and throw when it is called.
 */
export function findDiagnosticsChannels() {
  try {
    const { process } = globalThis as { process?: Partial<NodeJS.Process> };
    return process?.getBuiltinModule?.('node:diagnostics_channel');
  } catch {
    return undefined;
  }
}
