/** The path at which the control API begins. */
export const CONTROL_PREFIX = '/_emulator';

/** Whether a call is for the control API: `/_emulator` itself, or a path below it. */
export function isControl(url: string): boolean {
  return url.startsWith(CONTROL_PREFIX) && /^(?:[/?]|$)/.test(url.slice(CONTROL_PREFIX.length));
}

/** Whether a call has a body of any size, which is read as a stream: a snapshot, or the reports of a follower. */
export function isUpload(method: string, url: string): boolean {
  const isStreamed = method === 'PUT' ? /\/snapshot(?:[?]|$)/ : /\/followers\/[^/]+\/reached(?:[?]|$)/;
  return (method === 'PUT' || method === 'POST') && isControl(url) && isStreamed.test(url);
}
