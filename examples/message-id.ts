import { createHash } from 'node:crypto';

/**
 * The identifier of a message that is sent for a reason: the same reason always gives the same one, on every machine and
 * after every restart. Sent again under it, a message that was queued before is refused with `duplicate_id`.
 *
 * @param namespace - A UUID that stands for the kind of reason, such as a campaign; made once, by `crypto.randomUUID()`.
 * @param reason - What it is sent for, such as a recipient.
 * @returns A UUID of version 5. RFC 9562, 5.5.
 */
export function messageId(namespace: string, reason: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(reason)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
