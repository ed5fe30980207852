/**
 * Creates an identifier of a message or a batch: a UUID of version 7, which begins with the time, so that identifiers are near
 * each other in an index. `crypto.randomUUID` would need a secure origin in browsers.
 */
export function createId(): string {
  const time = Math.max(0, Math.floor(Date.now())).toString(16).padStart(12, '0');
  const [variant = 0, ...bytes] = crypto.getRandomValues(new Uint8Array(10));
  const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${'89ab'.charAt(variant % 4)}${random.slice(3, 6)}`,
    random.slice(6),
  ].join('-');
}
