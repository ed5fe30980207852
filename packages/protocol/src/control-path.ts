/** The path at which the control API begins. */
export const CONTROL_PREFIX = '/_emulator';

/**
 * The rest of the path of a call of the control API: empty for `/_emulator` itself, otherwise from the slash on. Undefined for a path
 * of the public API.
 */
export function belowControl(path: string): string | undefined {
  if (!path.startsWith(CONTROL_PREFIX)) return undefined;
  const below = path.slice(CONTROL_PREFIX.length);
  return below === '' || below.startsWith('/') ? below : undefined;
}
