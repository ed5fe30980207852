/**
 * Requires that options can be sent as JSON.
 *
 * @throws TypeError when one of them is a function, which only works in the process of the emulator.
 */
export function requireJson(options: object, path = ''): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (typeof value === 'function') {
      throw new TypeError(
        `${path}${name} is a function, which cannot be sent to a server. Use createEmulator() in this process instead.`,
      );
    }
    if (typeof value === 'object' && value !== null) requireJson(value, `${path}${name}.`);
  }
}
