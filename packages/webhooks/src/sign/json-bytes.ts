/**
 * Returns the bytes that a JSON serializer wrote: a Buffer as `{ type: 'Buffer', data: [...] }`, a Uint8Array as
 * `{ "0": 123, "1": 34 }`, and a list of bytes. Logs and queues contain bodies in these forms. No webhook has one of them.
 *
 * @param value - A parsed JSON value.
 * @returns The bytes; `undefined` for any other value.
 */
export function bytesOfJson(value: object): Uint8Array | undefined {
  const { type, data } = value as { readonly type?: unknown; readonly data?: unknown };
  const listed = type === 'Buffer' && Array.isArray(data) ? data : value;
  // JavaScript lists integer names first, in their order.
  const isList = Object.keys(listed).every((name, index) => name === String(index));
  const list: unknown[] = Object.values(listed);
  return isList && list.length > 0 && list.every(isByte) ? Uint8Array.from(list) : undefined;
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}
