/** The sizes of the measured bodies, in bytes. */
export const SIZES = [300, 4_000, 64_000] as const;

/** The secret of all signatures. */
export const SECRET = 'a secret as long as people make them, 32';

/** An inbound message of 300 bytes. */
const MESSAGE = {
  account_uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
  batch_uuid: null,
  message_uuid: null,
  mo_uuid: '0190f3c4-0000-7c8d-9e0f-1a2b3c4d5e6f',
  channel: 'sms',
  message: 'Yes, see you tomorrow at 10:30 then. Is there parking? Thanks',
  at: '2026-01-01T09:30:00.000Z',
  from: 447700900123,
  to: '447700900990',
};

/**
 * Creates a payload whose minified JSON has at least this many bytes: an inbound message with additional members, which are
 * lists of objects with texts and numbers.
 */
export function payloadOf(bytes: number): object {
  const parts: object[] = [];
  const payload = bytes <= SIZES[0] ? MESSAGE : { ...MESSAGE, parts };
  for (let size = JSON.stringify(payload).length; size < bytes && bytes > SIZES[0]; ) {
    const index = parts.length;
    const part = {
      index,
      text: `Part ${index} of a longer text: naïve café, 10 €`,
      price: index * 1.25,
      last: false,
    };
    parts.push(part);
    size += Buffer.byteLength(JSON.stringify(part)) + 1;
  }
  return payload;
}
