import { UsageError } from './usage-error.ts';

/**
 * Returns the content of a file as UTF-8 without a byte order mark. PowerShell and editors on Windows write UTF-16, or UTF-8
 * with a mark. A file of another kind, such as a message with a compressed body, is returned unchanged.
 *
 * @param name - The name of the file, for the message.
 * @param bytes - The content as stored.
 * @throws {UsageError} for UTF-16 that is incomplete, and for UTF-32.
 */
export function decodeFile(name: string, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const start = bytes.toString('latin1', 0, 4);
  if (start === '\xff\xfe\0\0' || start === '\0\0\xfe\xff')
    throw new UsageError(`${name} is UTF-32. Save it as UTF-8.`);
  if (start.startsWith('\xef\xbb\xbf')) return bytes.subarray(3);
  if (start.startsWith('\xff\xfe')) return fromUtf16(name, bytes.subarray(2));
  if (start.startsWith('\xfe\xff')) return fromUtf16(name, swapped(name, bytes.subarray(2)));
  // Without a mark, the zeros of ASCII characters show the order of the bytes.
  if (/^[\x09-\x7e]\0[\x09-\x7e]\0/.test(start)) return fromUtf16(name, bytes);
  if (/^\0[\x09-\x7e]\0[\x09-\x7e]/.test(start)) return fromUtf16(name, swapped(name, bytes));
  return bytes;
}

function fromUtf16(name: string, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  requireEven(name, bytes);
  return Buffer.from(bytes.toString('utf16le'), 'utf8');
}

/** A copy, because swapping changes the bytes in place. */
function swapped(name: string, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  requireEven(name, bytes);
  return Buffer.from(bytes).swap16();
}

function requireEven(name: string, { length }: Buffer): void {
  if (length % 2 !== 0)
    throw new UsageError(`${name} is UTF-16 and incomplete: it has ${length} bytes. Save it as UTF-8.`);
}
