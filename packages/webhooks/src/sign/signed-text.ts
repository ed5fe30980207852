/**
 * Returns what follows the base64 text of the body in the signed text. It contains the header values exactly as they
 * were received. No two requests share a signed text: base64 and digits contain no full stop, so the first and the last
 * one always separate the body, the environment and the timestamp.
 *
 * @param environment - The `environment` header.
 * @param timestamp - The `timestamp` header.
 * @see SIG-2.
 */
export function signedTail(environment: string, timestamp: string): string {
  return `.${environment}.${timestamp}`;
}
