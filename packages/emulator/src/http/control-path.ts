/** The path at which the control API begins. */
export const CONTROL_PREFIX = '/_emulator';

/** Whether a call is for the control API: `/_emulator` itself, or a path below it. */
export function isControl(url: string): boolean {
  return url.startsWith(CONTROL_PREFIX) && /^(?:[/?]|$)/.test(url.slice(CONTROL_PREFIX.length));
}

/** Whether a call has a body of any size, which is read as a stream. */
export function isUpload(method: string, url: string): boolean {
  return method === 'PUT' && isControl(url) && /\/snapshot(?:[?]|$)/.test(url);
}
